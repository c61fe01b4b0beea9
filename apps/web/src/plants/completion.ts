/**
 * What comes after a typed text in the first spelling that begins with it, without regard to case; empty for none. A
 * spelling that differs in more than case is left out: grey text after it would not fit.
 */
export function restOf(typed: string, spellings: readonly string[]): string {
  if (typed.trim() === '' || typed !== typed.trimStart()) return '';
  const begin = typed.toLowerCase();
  const found = spellings.find((one) => one.length > typed.length && one.toLowerCase().startsWith(begin));
  return found?.slice(typed.length) ?? '';
}
