/** The limits of the API miss these: requests of gone clients still wait, and a tRPC batch is one request. */
export const queueMax = 10_000;

export const waitTimeoutMs = 5_000;
