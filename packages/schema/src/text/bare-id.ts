const decimal = /\p{Nd}/u;

/** Without what no reader sees, such as U+200E before a pasted number; digits of every script become 0 to 9. */
export const bareId = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit);

/** Unicode keeps the ten digits of a script together, from zero to nine (its stability policy). */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (decimal.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}
