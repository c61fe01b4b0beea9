import { toJson } from '@plant-store/schema';
import { csvCell } from './csv-cell.ts';
import { guard } from './formula-guard.ts';
import type { CsvHeader, NdjsonHeader, PlantFileHeader } from './header.ts';
import { objectIn } from './ndjson-row.ts';
import type { CellProblem } from './plant-row.ts';
import type { FileWriter } from './writer.ts';

/** What came of a row. */
export type RowOutcome = {
  status: 'created' | 'updated' | 'skipped' | 'failed';
  problem?: string;
  suggestion?: string;
};

/** A row as it was read, and what came of it. */
export type AnnotatedRow = { row: number; cells: string[]; outcome: RowOutcome };

/**
 * Writes a file back to who sent it, cell for cell, with three columns more (in NDJSON, keys): `_status`, `_problem` and
 * `_suggestion`, in place of those it may have had. It can be corrected and read again. Rows are given in their order;
 * blank ones between them come back as blank lines.
 */
export const annotatedWriter = (header: PlantFileHeader): FileWriter<AnnotatedRow> =>
  header.format === 'csv' ? csv(header) : ndjson(header);

/** The outcome of a row with problems: each after the name of its column, and what could be meant instead. */
export function failure(problems: readonly CellProblem[]): RowOutcome {
  const problem = problems.map(({ column, message }) => `${column ?? 'the line'} ${message}`).join('; ');
  const suggestions = problems.flatMap(({ column, suggestion }) =>
    suggestion === undefined ? [] : `${column}: ${suggestion}`,
  );
  if (suggestions.length === 0) return { status: 'failed', problem };
  return { status: 'failed', problem, suggestion: suggestions.join('; ') };
}

const notes = ['_status', '_problem', '_suggestion'];

/** More blank rows than a sheet has rows are not worth a gigabyte of them. */
const blankMax = 1_048_576;
const blanks = (newline: string, count: number) => newline.repeat(Math.min(Math.max(0, count), blankMax));

function csv({ cells: headers, headerRow, ...file }: CsvHeader): FileWriter<AnnotatedRow> {
  const kept = headers.flatMap((cell, index) => (notes.includes(cell.trim()) ? [] : [index]));
  const line = (cells: string[], added: string[]) => {
    // Cells beyond the headers stay beyond them, or the notes would not be below theirs.
    const all = [...kept.map((index) => cells[index] ?? ''), ...added, ...cells.slice(headers.length)];
    return all.map(csvCell).join(file.delimiter) + file.newline;
  };
  let nextRow = (headerRow ?? 0) + 1;
  return {
    head: `${file.hasBom ? '\ufeff' : ''}${file.preamble}${blanks(file.newline, nextRow - 2)}${line(headers, notes)}`,
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

/** A line that is no object is kept in one, under `_line`. */
function annotatedLine(line: string, outcome: RowOutcome): string {
  const object = readOr(line, { _line: line });
  const own = Object.entries(object).filter(([key]) => !notes.includes(key));
  const added = Object.entries(outcome).map(([key, value]) => [`_${key}`, value]);
  return toJson(Object.fromEntries([...own, ...added]));
}

function readOr(line: string, otherwise: Record<string, unknown>): Record<string, unknown> {
  try {
    return objectIn(line);
  } catch {
    return otherwise;
  }
}
