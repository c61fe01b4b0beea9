import { nameMaxLength, tagMaxLength } from '@plant-store/schema';

// Most cells are of these kinds, and are good as they are: what they match goes through the schema, which takes ten
// times as long, unchanged. A test holds one against the other. Left out are white space at the ends, apostrophes and
// semicolons (formulas), and letters that may be mojibake.
const id = /^-?\d{1,15}$/;
const line = /^[0-9A-Za-z](?:[ -&(-:<-~\u00d7\u0100-\u0151\u016a\u016b]*[!-&(-:<-~\u0101-\u0151\u016b])?$/;

export const isPlainId = (text: string): boolean => text.length <= 16 && id.test(text);
export const isPlainName = (text: string): boolean => text.length <= nameMaxLength && line.test(text);
export const isPlainTag = (text: string): boolean => text.length <= tagMaxLength && line.test(text);
