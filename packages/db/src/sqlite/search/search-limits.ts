/** The limits of each way to find a page; when a limit is reached, the search tries another way. */
export type SearchLimits = {
  /** The maximum number of plants to sort: a thousand need 2 ms. */
  sorted: bigint;
  /** The maximum number of plants to scan in order: twenty thousand need 2 to 3 ms. */
  scanned: bigint;
  /** The maximum number of first words for which FTS5 is queried: each needs 0.5 ms. */
  firstWords: number;
  /** The maximum number of plants of one first word to sort; more are scanned. */
  sortedOfOne: bigint;
  /** The maximum number of plants of one first word to scan; undefined for no limit. */
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

/** The limits in the thread for long reads. Above them a search sorts more plants, or scans all. */
export const longLimits: SearchLimits = {
  sorted: 3_000n,
  scanned: 100_000n,
  firstWords: 400,
  sortedOfOne: 60n,
  scannedOfOne: undefined,
};
