/** The number of hues: `chip.module.css` has a rule for each. */
const hues = 8;

/** The hue of a tag, from its text: the same tag looks the same everywhere and for everybody. */
export function tagHue(tag: string): number {
  let sum = 0;
  for (const letter of tag) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % hues;
}
