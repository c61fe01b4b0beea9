let last = 0n;

/**
 * Microseconds since 1970, each greater than any that this process was given before: an order in which two plants of
 * the same millisecond still differ.
 */
export function nextMicros(): bigint {
  const now = BigInt(Date.now()) * 1000n;
  last = now > last ? now : last + 1n;
  return last;
}

/** Lets every further stamp come after `stamp`, also where the machine's clock was set back between two starts. */
export function advancePast(stamp: bigint) {
  if (stamp > last) last = stamp;
}
