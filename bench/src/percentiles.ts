/** A set of all measured times. None is dropped or rounded into a bucket. */
export class Samples {
  #values = new Float64Array(1 << 14);
  #count = 0;

  add(value: number) {
    if (this.#count === this.#values.length) {
      const grown = new Float64Array(this.#count * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#count++] = value;
  }

  /** For each percentage, the smallest value not below that share of all (nearest rank). NaN without values. */
  percentiles(...percents: number[]): number[] {
    const sorted = this.#values.slice(0, this.#count).sort();
    return percents.map((percent) => {
      const rank = Math.max(1, Math.ceil((percent * this.#count) / 100));
      return sorted[rank - 1] ?? Number.NaN;
    });
  }

  get count(): number {
    return this.#count;
  }
}

/** The middle value, or the mean of the two middle values; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** The median of each of these figures over runs. */
export const medians = <Key extends string>(runs: Record<Key, number>[], keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key]))])) as Record<Key, number>;
