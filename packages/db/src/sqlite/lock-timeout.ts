/** How long who opens a store waits for another process that holds its lock; writes of an open one do not (writer.ts). */
export const lockTimeoutMs = 10_000;
