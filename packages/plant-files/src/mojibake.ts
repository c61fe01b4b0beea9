/** What the bytes 0x80 to 0x9f stand for in Windows-1252; the five that stand for nothing are left as they are. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a text must have that is mojibake: the beginning of a character of several bytes, and one more of them. */
export const maybeMojibake = /[\u00c2-\u00f4][^\0-\x7f]/;

/** What a text was before its UTF-8 was read as Windows-1252, `PÅ«hÄ…` for instance; undefined if it was not. */
export function withoutMojibake(text: string): string | undefined {
  if (!maybeMojibake.test(text)) return undefined;
  const bytes = Array.from(text, (character) => {
    const special = windows1252.indexOf(character);
    return special === -1 ? (character.codePointAt(0) ?? 256) : 0x80 + special;
  });
  if (bytes.some((byte) => byte > 0xff)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
