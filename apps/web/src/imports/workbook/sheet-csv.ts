import { columnLetter, csvCell, guardedCell, withoutResult } from '@plant-store/plant-files';
import { inMib, limits } from './limits.ts';
import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { unescaped } from './xml.ts';
import { type XmlStream, xmlElements } from './xml-elements.ts';

type Cell = {
  column: number;
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
  hasValue: boolean;
};

/**
 * Reads the cells of a sheet as CSV. Each row keeps its row number. Only the first of merged cells has their value. A
 * formula without a stored result becomes a text that no field takes, so only a row that needs it is refused.
 * @param onLine called with each line, together with the empty lines before that line
 * @throws StoreError above a limit
 */
export function sheetCsv(sheet: string, parts: WorkbookParts, onLine: (line: string) => void): XmlStream {
  let cells: string[] = [];
  let cell: Cell | undefined;
  let row = 0;
  let written = 0;
  let length = 0;
  let isValue = false;
  let isPronunciation = false;
  const endCell = (ended: Cell) => {
    if (ended.column >= limits.columns) throw workbookError(texts.tooManyColumns(sheet, limits.columns));
    const text = isWithoutResult(ended)
      ? withoutResult(`${columnLetter(ended.column)}${row}`)
      : textOf(ended, parts);
    if (text !== '') cells[ended.column] = text;
  };
  const endRow = () => {
    if (cells.length === 0) return;
    if (row > limits.rows) throw workbookError(texts.tooManyRows(sheet, limits.rows));
    const line = '\n'.repeat(Math.max(0, row - written - 1)) + Array.from(cells, cellText).join(',');
    written = row;
    length += line.length;
    if (length > limits.textLength) throw workbookError(texts.inflatesTooFar(inMib(limits.textLength)));
    onLine(`${line}\n`);
  };
  return xmlElements('row', 'worksheet', {
    open(name, { r = '', s = '0', t = 'n' }) {
      if (name === 'row') {
        if (!/^\d*$/.test(r)) throw workbookError(texts.damaged);
        row = r === '' ? row + 1 : Number(r);
        cells = [];
        cell = undefined;
      } else if (name === 'c') {
        const column = r === '' ? (cell?.column ?? -1) + 1 : columnIndex(r);
        if (column < 0) throw workbookError(texts.damaged);
        cell = { column, type: t, style: Number(s), value: '', hasFormula: false, hasValue: false };
      } else if (name === 'f' && cell) cell.hasFormula = true;
      else if (name === 'v' && cell) cell.hasValue = true;
      if (name === 'rPh') isPronunciation = true;
      isValue = (name === 'v' || name === 't') && !isPronunciation;
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') isPronunciation = false;
      if (name === 'c' && cell) endCell(cell);
      if (name === 'row') endRow();
    },
    text(value) {
      if (isValue && cell) cell.value += value;
    },
  });
}

/** The result of a formula may be an empty text, but no empty number. */
const isWithoutResult = ({ hasFormula, hasValue, value, type }: Cell): boolean =>
  hasFormula && value === '' && !(type === 'str' && hasValue);

function textOf({ type, style, value }: Cell, { sharedTexts, dateStyles, is1904 }: WorkbookParts): string {
  switch (type) {
    case 's':
      return sharedText(value, sharedTexts);
    case 'n':
      return dateStyles[style] ? dateCellText(value, is1904) : numberCellText(value);
    case 'b':
      return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
    default:
      return unescaped(value);
  }
}

/** The shared text of this number. A cell without a number is empty. @throws StoreError if the workbook has no such text */
function sharedText(number: string, sharedTexts: string[]): string {
  const text = number.trim() === '' ? '' : sharedTexts[Number(number)];
  if (text === undefined) throw workbookError(texts.damaged);
  return text;
}

/** The reader of CSV removes an apostrophe that guards a formula. `guardedCell` keeps those of the workbook. */
const cellText = (text = '') => (text.includes("'") ? guardedCell(text) : csvCell(text));

/** The text of a number in a workbook, as exact as possible. */
function numberCellText(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw;
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  // A spreadsheet shows 15 digits. Further digits are rounding errors of binary fractions.
  const shown = Number(value.toPrecision(15));
  // A larger number has lost its last digits, so the reader of files refuses its raw text.
  return Number.isSafeInteger(shown) || !Number.isInteger(shown) ? decimalText(shown) : raw.toUpperCase();
}

const decimalText = (value: number) => (Object.is(value, -0) ? '0' : String(value));

const dayMs = 86_400_000;

/** The text of a date in a workbook: `2026-11-23`, with a time if the date has one, or only a time. */
function dateCellText(raw: string, is1904: boolean): string {
  const serial = Number(raw);
  // Day 2,958,466 is after the year 9999, so it is a number, not a date.
  if (raw.trim() === '' || !(serial >= 0 && serial < 2_958_466)) return numberCellText(raw);
  const days = is1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  const [date = '', time = ''] = new Date(Math.round(((days - 25_569) * dayMs) / 1000) * 1000)
    .toISOString()
    .split(/[T.]/);
  if (serial < 1 && serial > 0) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** The index of a column by its letters, from 0: `AB` is 27. */
const columnIndex = (reference: string): number =>
  [...(/^[A-Z]*/i.exec(reference)?.[0].toUpperCase() ?? '')].reduce(
    (index, one) => index * 26 + one.charCodeAt(0) - 64,
    0,
  ) - 1;
