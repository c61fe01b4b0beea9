import { emptyMarks } from './empty-mark.ts';

/**
 * The beginnings of cells that a spreadsheet would run as a formula (OWASP, "CSV Injection"). Where the list separator
 * is a semicolon, spreadsheets also split cells at semicolons, even in quotes. So the text after a semicolon is a
 * beginning too. A text such as `NULL` counts as well, because the reader would take it for an empty cell.
 */
const start = '(^|;)';
const formula = `(?=[\\s']*[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]|'*(?:${emptyMarks})$)`;
const bare = new RegExp(`${start}${formula}`, 'g');
const guarded = new RegExp(`${start}'${formula}`, 'g');

/** Puts an apostrophe before each such beginning, even if it has one already. */
export const guard = (text: string): string => text.replace(bare, "$1'");

/** Reverses `guard`. Any other text loses only an apostrophe before such a beginning. */
export const unguard = (text: string): string => (text.includes("'") ? text.replace(guarded, '$1') : text);
