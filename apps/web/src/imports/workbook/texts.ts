import { numberText } from '../../ui/text/number-text.ts';

const asCsv = 'in Excel choose File, Save As, “CSV UTF-8 (Comma delimited)”';

/** All texts about workbooks that cannot be read; each follows the name of the file or begins a sentence. */
export const texts = {
  tooLarge: (limitMib: number) =>
    `the workbook is larger than ${limitMib} MiB; save the sheet of plants as CSV, which may be of any size: ${asCsv}`,
  inflatesTooFar: (limitMib: number) =>
    `the workbook holds more than ${limitMib} MiB once it is unpacked; save the sheet of plants as CSV, which may be of any size: ${asCsv}`,
  tooManyRows: (sheet: string, limit: number) =>
    `sheet “${sheet}” has more than ${numberText(limit)} rows; save it as CSV, which may have any number: ${asCsv}`,
  tooManyColumns: (sheet: string, limit: number) =>
    `sheet “${sheet}” has more than ${numberText(limit)} columns; id, name and tag are all that is needed`,
  password:
    'the workbook is protected with a password; remove the password in Excel (File, Info, Protect Workbook), and choose it again',
  oldWorkbook: `this is an old Excel workbook (.xls); save it as .xlsx, or ${asCsv}`,
  binaryWorkbook: `this is a binary Excel workbook (.xlsb); save it as .xlsx, or ${asCsv}`,
  empty: 'no sheet of the workbook has anything in it',
  emptySheet: (sheet: string) => `sheet “${sheet}” has nothing in it; choose another one`,
  noSheet: (sheet: string) => `the workbook has no sheet “${sheet}”; choose another one`,
  damaged: `the workbook is damaged or was cut off; open it in a spreadsheet program, save it there, and choose it again`,
};
