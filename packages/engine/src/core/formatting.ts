/** Bytes in words: `512 bytes`, `1.5 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 4);
  if (power === 0) return countText(bytes, 'byte');
  const amount = bytes / 1000 ** power;
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${['kB', 'MB', 'GB', 'TB'][power - 1]}`;
}

/** A duration in words: `40 ms`, `2.5 s`, `3 min 20 s`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`;
}

/** A count with its noun: `1 note`, `12,000 notes`. */
export const countText = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 || count === 1n ? one : many}`;
