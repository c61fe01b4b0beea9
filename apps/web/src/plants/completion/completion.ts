/** Only for a spelling that differs in case alone: the rest of any other would not fit the typed text. */
export function restOf(typed: string, spellings: readonly string[]): string {
  if (typed.trim() === '' || typed !== typed.trimStart()) return '';
  const begin = typed.toLowerCase();
  const found = spellings.find((one) => one.length > typed.length && one.toLowerCase().startsWith(begin));
  return found?.slice(typed.length) ?? '';
}
