import { plantColumns, type TextField } from '@plant-store/schema/plants';
import { isEmptyMark } from './empty-mark.ts';
import { maybeMojibake } from './mojibake.ts';

// A fast path for most cells: the schema would not change them, and is ten times as slow. A test compares both. The
// fast path excludes white space at the ends, runs of spaces, which a tag may not keep, and apostrophes and semicolons,
// which may belong to a formula guard.
const id = /^-?\d{1,15}$/;
const line =
  /^[0-9A-Za-z\u00c0-\u017f](?:[ -&(-:<-~\u00c0-\u017f\u2018\u2019]*[!-&(-:<-~\u00c0-\u017f\u2019])?$/;

export const isTriviallyValidId = (text: string): boolean => text.length <= 16 && id.test(text);
export const isTriviallyValidText = (field: TextField, text: string): boolean =>
  text.length <= plantColumns[field].maxLength &&
  line.test(text) &&
  !text.includes('  ') &&
  !maybeMojibake.test(text) &&
  !isEmptyMark(text);
