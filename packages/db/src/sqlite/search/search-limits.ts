/** How far each way to a page of plants is gone before another one is tried. */
export type SearchLimits = {
  /** How many plants are sorted, which takes two milliseconds for a thousand. */
  sorted: bigint;
  /** How many are walked through in their order, which takes two or three for twenty thousand. */
  scanned: bigint;
  /** How many first words of names FTS5 is asked for, which takes half of one for each. */
  firstWords: number;
  /** How many plants of one first word are sorted, where a walk through all of those is the other way. */
  sortedOfOne: bigint;
  /** How many of one first word are walked through; undefined for any number. */
  scannedOfOne: bigint | undefined;
};

/** Before the thread for long reads is asked. */
export const quickLimits: SearchLimits = {
  sorted: 1_000n,
  scanned: 20_000n,
  firstWords: 12,
  sortedOfOne: 60n,
  scannedOfOne: 20_000n,
};

/** On that thread, before what is wanted is sorted all the same, or at last everything is gone through. */
export const longLimits: SearchLimits = {
  sorted: 3_000n,
  scanned: 100_000n,
  firstWords: 400,
  sortedOfOne: 60n,
  scannedOfOne: undefined,
};
