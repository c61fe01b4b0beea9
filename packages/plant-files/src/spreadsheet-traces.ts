/** What a formula that failed leaves in a cell, in English and German spreadsheets. */
const failedFormula =
  /^#(REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA|BEZUG!|NV|WERT!|ZAHL!)$/i;

const scientific = /^[+-]?\d(?:[.,]\d*)?E[+-]?\d+$/i;

const month = '(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*\\.?';
const dates = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?$/,
  /^\d{1,2}([-/.])\d{1,2}\1(?:\d{2}|\d{4})(?: \d{1,2}:\d{2}.*)?$/,
  new RegExp(`^\\d{1,2}[-. ]+${month}(?:[-. ]+\\d{2,4})?$`, 'i'),
  new RegExp(`^${month}[-. ]+\\d{1,4}$`, 'i'),
];

const asText = 'format the column as text there, enter the id again, and export again';

export const formulaError =
  'is the error of a formula that failed; mend the formula in the spreadsheet, and export again';

export const isFailedFormula = (text: string): boolean => failedFormula.test(text.trim());

/** What a spreadsheet did to a cell that held an id, if it shows. The digits that are gone cannot be told from it. */
export function damageToId(text: string): string | undefined {
  const cell = text.trim();
  if (isFailedFormula(cell)) return formulaError;
  if (scientific.test(cell))
    return 'has been shortened by a spreadsheet, and its last digits are lost; format the column as text in the file it came from, and export again';
  if (dates.some((date) => date.test(cell)))
    return `is a date, perhaps made of an id by a spreadsheet; ${asText}`;
  return undefined;
}

/** Whether a number has the zeros that a spreadsheet puts in place of all digits but the first fifteen. */
export const isRounded = (text: string): boolean => /^[+-]?[1-9]\d{14}0+$/.test(text.trim());
