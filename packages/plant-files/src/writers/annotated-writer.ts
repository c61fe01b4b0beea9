import { toJson } from '@plant-store/schema/plants';
import { csvCell } from '../cells/csv-cell.ts';
import { guard } from '../cells/formula-guard.ts';
import { noteColumns } from '../columns/column-name.ts';
import type { CsvHeader, NdjsonHeader, PlantFileHeader } from '../header/header.ts';
import { parseObject } from '../rows/ndjson-row.ts';
import type { CellProblem } from '../rows/plant-row.ts';
import type { FileWriter } from './writer.ts';

export type RowOutcome = {
  status: 'created' | 'updated' | 'skipped' | 'failed';
  problem?: string;
  suggestion?: string;
};

export type AnnotatedRow = { row: number; cells: string[]; outcome: RowOutcome };

/**
 * Writes a file back to its sender, cell for cell, with three additional columns (in NDJSON, keys): `_status`,
 * `_problem` and
 * `_suggestion`. They replace earlier columns of these names, so the sender can correct the file and send it again. The
 * rows must come in their order; blank rows between them become blank lines.
 */
export const annotatedWriter = (header: PlantFileHeader): FileWriter<AnnotatedRow> =>
  header.format === 'csv' ? csv(header) : ndjson(header);

export function failure(problems: readonly CellProblem[]): RowOutcome {
  const problem = problems.map(({ column, message }) => `${column ?? 'the line'} ${message}`).join('; ');
  const suggestions = problems.flatMap(({ column, suggestion }) =>
    suggestion === undefined ? [] : `${column}: ${suggestion}`,
  );
  if (suggestions.length === 0) return { status: 'failed', problem };
  return { status: 'failed', problem, suggestion: suggestions.join('; ') };
}

/** The maximum number of rows in a spreadsheet. More blank rows, perhaps a gigabyte, are not written. */
const blankMax = 1_048_576;
const blanks = (newline: string, count: number) => newline.repeat(Math.min(Math.max(0, count), blankMax));

function csv({ cells: headers, headerRow, ...file }: CsvHeader): FileWriter<AnnotatedRow> {
  const kept = headers.flatMap((cell, index) => (noteColumns.includes(cell.trim()) ? [] : [index]));
  const line = (cells: string[], added: string[]) => {
    // Cells after the last header stay there; otherwise the notes would not be below their own headers.
    const all = [...kept.map((index) => cells[index] ?? ''), ...added, ...cells.slice(headers.length)];
    return all.map(csvCell).join(file.delimiter) + file.newline;
  };
  let nextRow = (headerRow ?? 0) + 1;
  return {
    head: `${file.hasBom ? '\ufeff' : ''}${file.preamble}${blanks(file.newline, nextRow - 2 - file.rowsAbove)}${line(headers, noteColumns)}`,
    lines(rows) {
      let text = '';
      for (const { row, cells, outcome } of rows) {
        const { status, problem = '', suggestion = '' } = outcome;
        text +=
          blanks(file.newline, row - nextRow) + line(cells, [status, guard(problem), guard(suggestion)]);
        nextRow = row + 1;
      }
      return text;
    },
  };
}

function ndjson({ newline, hasBom }: NdjsonHeader): FileWriter<AnnotatedRow> {
  let nextRow = 1;
  return {
    head: hasBom ? '\ufeff' : '',
    lines(rows) {
      let text = '';
      for (const { row, cells, outcome } of rows) {
        text += blanks(newline, row - nextRow) + annotatedLine(cells[0] ?? '', outcome) + newline;
        nextRow = row + 1;
      }
      return text;
    },
  };
}

function annotatedLine(line: string, outcome: RowOutcome): string {
  const object = readOr(line, { _line: line });
  const own = Object.entries(object).filter(([key]) => !noteColumns.includes(key));
  const added = Object.entries(outcome).map(([key, value]) => [`_${key}`, value]);
  return toJson(Object.fromEntries([...own, ...added]));
}

function readOr(line: string, otherwise: Record<string, unknown>): Record<string, unknown> {
  try {
    return parseObject(line);
  } catch {
    return otherwise;
  }
}
