/**
 * `fetch` for a plant store. `json()` of its answers reads ids as bigints. It sends again after 429, and after 502, 503,
 * 504 and lost connections if that is safe: GET, HEAD, a POST (with one `Idempotency-Key`, its own if there is none), and
 * requests with `If-Match` or `If-None-Match`. It waits as long as `Retry-After` says, up to five minutes, and gives the
 * last answer after nine tries. A signal ends the waiting.
 */
export declare const exactFetch: typeof globalThis.fetch;

/** Reads JSON, such as a line of an exported NDJSON file: ids are bigints. */
export declare function parse(text: string): unknown;

/** Writes JSON with bigints as numbers. @throws RangeError for a whole number that may be rounded already */
export declare function stringify(value: unknown): string;
