import { emptyMarks } from './empty-mark.ts';

// The beginnings of cells that a spreadsheet would run as a formula (OWASP, "CSV Injection"). Spreadsheets may split at
// the other of comma and semicolon, even in quotes, so the text after either is a beginning too.
const start = '(^|[;,])';
const formula = "(?=[\\s']*[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20])";
/** A whole cell such as `NULL` gets a guard too, because the reader would take it for an empty cell. */
const emptyCell = `(?='*(?:${emptyMarks})$)`;
const bare = new RegExp(`${start}${formula}|^${emptyCell}`, 'g');
const guarded = new RegExp(`${start}'${formula}|^'${emptyCell}`, 'g');

/** Puts an apostrophe before each such beginning, even if it has one already. */
export const guard = (text: string): string => text.replace(bare, "$1'");

/** Reverses `guard`. Any other text loses only an apostrophe before such a beginning. */
export const unguard = (text: string): string => (text.includes("'") ? text.replace(guarded, '$1') : text);
