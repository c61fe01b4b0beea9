import { guardedCell } from '@plant-store/plant-files';
import { columnIndex, dateText, numberText } from './cell-text.ts';
import { inMib, limits } from './limits.ts';
import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { unescaped } from './xml.ts';
import { type XmlStream, xmlElements } from './xml-elements.ts';

type Cell = {
  reference: string;
  column: number;
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
};

/**
 * Reads the cells of a sheet as CSV: each row on the line that has its number. Of merged cells the first has the value.
 * @throws StoreError where a limit is passed, or a formula has no stored result
 */
export function sheetCsv(sheet: string, parts: WorkbookParts, onLine: (line: string) => void): XmlStream {
  let cells: string[] = [];
  let cell: Cell | undefined;
  let row = 0;
  let written = 0;
  let length = 0;
  let capture = false;
  let isReading = false;
  const take = (made: Cell) => {
    if (made.column >= limits.columns) throw workbookError(texts.tooManyColumns(sheet, limits.columns));
    if (made.hasFormula && made.value === '' && made.type !== 'str')
      throw workbookError(texts.formula(sheet, made.reference));
    const text = textOf(made, parts);
    if (text !== '') cells[made.column] = text;
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
        row = r === '' ? row + 1 : Number(r);
        cells = [];
        cell = undefined;
      } else if (name === 'c') {
        const column = r === '' ? (cell?.column ?? -1) + 1 : columnIndex(r);
        cell = { reference: r, column, type: t, style: Number(s), value: '', hasFormula: false };
      } else if (name === 'f' && cell) cell.hasFormula = true;
      if (name === 'rPh') isReading = true;
      capture = (name === 'v' || name === 't') && !isReading;
    },
    close(name) {
      capture = false;
      if (name === 'rPh') isReading = false;
      if (name === 'c' && cell) take(cell);
      if (name === 'row') endRow();
    },
    text(value) {
      if (capture && cell) cell.value += value;
    },
  });
}

function textOf({ type, style, value }: Cell, { sharedTexts, dateStyles, is1904 }: WorkbookParts): string {
  switch (type) {
    case 's':
      return sharedTexts[Number(value)] ?? '';
    case 'n':
      return dateStyles[style] ? dateText(value, is1904) : numberText(value);
    case 'b':
      return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
    default:
      return unescaped(value);
  }
}

/** The apostrophe before what looks guarded is one that reading takes off again. */
const cellText = (text = '') => (text.includes("'") ? guardedCell(text) : quoted(text));

const quoted = (text: string) =>
  /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
