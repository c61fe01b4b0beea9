/**
 * The maximum number of waiting writes, or of statements that wait for a connection to PostgreSQL. The limits of the
 * API do not cover these: requests of disconnected clients still wait, and a tRPC batch is one request.
 */
export const queueMax = 10_000;

/** The time after which a waiting write fails, in milliseconds. */
export const waitTimeoutMs = 5_000;
