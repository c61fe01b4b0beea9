/**
 * The rest of the first spelling that begins with the typed text, ignoring case; empty without such a spelling. A
 * spelling with other differences than case is left out, because its rest would not fit the typed text.
 */
export function restOf(typed: string, spellings: readonly string[]): string {
  if (typed.trim() === '' || typed !== typed.trimStart()) return '';
  const begin = typed.toLowerCase();
  const found = spellings.find((one) => one.length > typed.length && one.toLowerCase().startsWith(begin));
  return found?.slice(typed.length) ?? '';
}
