import { columnLetter, csvCell, guardedCell, withoutResult } from '@plant-store/plant-files';
import { columnIndex, dateCellText, numberCellText } from './cell-text.ts';
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
