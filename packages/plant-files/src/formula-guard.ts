/**
 * How a cell begins that a spreadsheet would run as a formula (OWASP, "CSV Injection"). Where the list separator is a
 * semicolon a spreadsheet also cuts at those, quoted or not, so that what follows one is a beginning too.
 */
const start = '(^|;)';
const formula = "(?=[\\s']*[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20])";
const bare = new RegExp(`${start}${formula}`, 'g');
const guarded = new RegExp(`${start}'${formula}`, 'g');

/** The text with an apostrophe before each such beginning, and before each that looks so guarded already. */
export const guard = (text: string): string => text.replace(bare, "$1'");

/** The text as it was before `guard`; a text that never went through it keeps all but such an apostrophe. */
export const unguard = (text: string): string => (text.includes("'") ? text.replace(guarded, '$1') : text);
