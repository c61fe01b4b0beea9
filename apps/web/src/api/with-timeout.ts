/** Options for one request to the store: after this long it counts as unanswered, though it may be done all the same. */
export const withTimeout = (ms: number) => ({ signal: AbortSignal.timeout(ms) });
