/**
 * The texts that databases and programs write for an empty cell, as a regular expression. `Null` (zero in German),
 * `NA`, `N/A`, `None` and `nil` may be words of a person.
 */
export const emptyMarks = '\\\\N|NaN|NULL|null|<(?:NULL|null|NA)>|\\((?:NULL|null)\\)|\\[(?:NULL|null)\\]';

const emptyMark = new RegExp(`^\\s*(?:${emptyMarks})\\s*$`);

export const isEmptyMark = (text: string): boolean => emptyMark.test(text);
