import { nameMaxLength, tagMaxLength } from '@plant-store/schema';
import { maybeMojibake } from './mojibake.ts';

// Most cells are of these kinds, and good as they are: they would go through the schema unchanged, which takes ten
// times as long. A test holds one against the other. Left out are white space at the ends, and apostrophes and
// semicolons, which may guard a formula.
const id = /^-?\d{1,15}$/;
const line =
  /^[0-9A-Za-z\u00c0-\u017f](?:[ -&(-:<-~\u00c0-\u017f\u2018\u2019]*[!-&(-:<-~\u00c0-\u017f\u2019])?$/;

export const isPlainId = (text: string): boolean => text.length <= 16 && id.test(text);
export const isPlainName = (text: string): boolean => text.length <= nameMaxLength && isPlain(text);
export const isPlainTag = (text: string): boolean => text.length <= tagMaxLength && isPlain(text);

const isPlain = (text: string): boolean => line.test(text) && !maybeMojibake.test(text);
