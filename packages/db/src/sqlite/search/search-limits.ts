/** The limits of each way to find a page; beyond them the search tries another way. */
export type SearchLimits = {
  /** Plants to sort: a thousand take 2 ms. */
  sorted: bigint;
  /** Plants to scan in order: twenty thousand take 2 to 3 ms. */
  scanned: bigint;
  /** First words of names to ask FTS5 for: each takes 0.5 ms. */
  firstWords: number;
  /** Plants of one first word to sort; more are scanned. */
  sortedOfOne: bigint;
  /** Plants of one first word to scan; undefined for all. */
  scannedOfOne: bigint | undefined;
};

/** The limits of a search on the event loop. */
export const quickLimits: SearchLimits = {
  sorted: 1_000n,
  scanned: 20_000n,
  firstWords: 12,
  sortedOfOne: 60n,
  scannedOfOne: 20_000n,
};

/** The limits on the thread for long reads, which then sorts more, or scans all plants. */
export const longLimits: SearchLimits = {
  sorted: 3_000n,
  scanned: 100_000n,
  firstWords: 400,
  sortedOfOne: 60n,
  scannedOfOne: undefined,
};
