/**
 * The characters of the bytes 0x80 to 0x9f in Windows-1252. Five of these bytes have no character, and stay unchanged.
 */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A quick test: mojibake contains the first two bytes of a longer UTF-8 character. */
export const maybeMojibake = /[\u00c2-\u00f4][^\0-\x7f]/;

/** The original of a text whose UTF-8 was read as Windows-1252, such as `PÅ«hÄ…`; `undefined` for other texts. */
export function repairMojibake(text: string): string | undefined {
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
