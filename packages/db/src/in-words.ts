/** An amount of bytes as people say it: `512 bytes`, `1.5 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 4);
  if (power === 0) return `${bytes} bytes`;
  const amount = bytes / 1000 ** power;
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${['kB', 'MB', 'GB', 'TB'][power - 1]}`;
}

/** A span of time as people say it: `40 ms`, `2.5 s`, `3 min 20 s`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`;
}

/** What is in tables as people say it: `12,000 plants, 1 token`; each by its name, which is a plural, unless it is empty. */
export function contentText(tables: { name: string; count: number }[]): string {
  // Which entry of the audit log is the last is nothing that is kept besides.
  const filled = tables.filter(({ name, count }) => count > 0 && name !== 'audit_head');
  if (filled.length === 0) return 'nothing';
  const named = (name: string, count: number) =>
    (count === 1 ? name.replace(/ies$/, 'y').replace(/s$/, '') : name).replaceAll('_', ' ');
  return filled.map(({ name, count }) => `${count.toLocaleString('en')} ${named(name, count)}`).join(', ');
}
