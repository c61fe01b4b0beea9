import { bareId } from '@plant-store/schema/plants';

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
  'is the error of a failed formula; correct the formula in the spreadsheet, and export again';

export const isFailedFormula = (text: string): boolean => failedFormula.test(text.trim());

/** The cell is named as in the spreadsheet, such as `B2`. */
export const withoutResult = (cell: string): string => `#NO RESULT! (${cell})`;

export function missingResult(text: string): string | undefined {
  const [, cell] = /^#NO RESULT! \(([A-Z]{1,3}\d+)\)$/.exec(text.trim()) ?? [];
  return cell === undefined
    ? undefined
    : `is a formula without a stored result, in cell ${cell}; open the workbook in a spreadsheet program, save it there, and send it again`;
}

/** Says how a spreadsheet damaged an id, if one can see it. The lost digits cannot be restored. */
export function damageToId(text: string): string | undefined {
  const cell = bareId(text);
  if (isFailedFormula(cell)) return formulaError;
  const missing = missingResult(cell);
  if (missing) return missing;
  if (scientific.test(cell))
    return 'has been shortened by a spreadsheet, and its last digits are lost; format the column as text in the original file, and export again';
  if (dates.some((date) => date.test(cell)))
    return `is a date, perhaps an id that a spreadsheet changed; ${asText}`;
  return undefined;
}

export const isRounded = (text: string): boolean => /^[+-]?[1-9]\d{14}0+$/.test(bareId(text));
