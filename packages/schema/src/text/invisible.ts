import { codePoint } from './single-line.ts';

/** Characters without a shape of their own, and white space that looks like a plain space. */
const invisible = /(?! )[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The most characters to name. */
const namedMax = 3;

/** The end of a message about a text: its invisible characters by their code points. Empty without such characters. */
export function invisibleIn(text: string): string {
  const found = [...new Set(text.match(invisible))];
  if (found.length === 0) return '';
  const named = found.slice(0, namedMax).map(codePoint).join(', ');
  return `; it has the invisible ${found.length === 1 ? 'character' : 'characters'} ${named}${found.length > namedMax ? ' …' : ''}`;
}
