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

/** A count with its noun: `1 token`, `12,000 tokens`. */
export const countText = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 || count === 1n ? one : many}`;

/** The content of tables, without empty ones and those of `uncounted`: `12,000 notes, 1 token`. */
export function contentText(tables: { name: string; count: number }[], uncounted: string[] = []): string {
  const filled = tables.filter(({ name, count }) => count > 0 && !uncounted.includes(name));
  if (filled.length === 0) return 'nothing';
  return filled
    .map(({ name, count }) => countText(count, inEnglish(singularOf(name)), inEnglish(name)))
    .join(', ');
}

const singularOf = (table: string): string =>
  table === 'people' ? 'person' : table.replace(/ies$/, 'y').replace(/s$/, '');

const inEnglish = (name: string): string => name.replaceAll('_', ' ');
