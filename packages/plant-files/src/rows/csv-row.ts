import {
  isOptional,
  type NewPlant,
  type PlantField,
  plantFields,
  textFields,
} from '@plant-store/schema/plants';
import { cellWarning, leftOutWarning } from '../cells/cell-warnings.ts';
import { isTriviallyValidId, isTriviallyValidText } from '../cells/fast-path.ts';
import { unguard } from '../cells/formula-guard.ts';
import { cellTexts, isLeftOut, parseTexts, type Texts } from '../cells/row-texts.ts';
import { damageToId, missingResult } from '../cells/spreadsheet-damage.ts';
import { suggestionFor } from '../cells/suggestion.ts';
import { columnLetter, columnNames } from '../columns/column-name.ts';
import type { Mapping } from '../columns/columns.ts';
import type { CsvHeader } from '../header/header.ts';
import { type CellProblem, noProblems, orNone, type RowReader } from './plant-row.ts';

type Headers = Pick<CsvHeader, 'cells' | 'mapping'>;

/** Reads the rows of a CSV file with these headers. It accepts the same cells, without a guard, as NewPlantText. */
export function csvRowReader(header: Headers): RowReader {
  const { cells: headers, mapping } = header;
  const reporter = cellReporter(header);
  return (row, cells) => {
    const known = cells.length <= headers.length ? triviallyValidPlant(mapping, cells) : undefined;
    if (known) return { row, cells, plant: known, problems: noProblems, warnings: noProblems };
    const extra = extraCells(headers, cells);
    const raw = cellTexts(mapping, cells);
    const read = parseTexts(raw);
    const missing = textFields.filter((field) => missingResult(raw[field]) !== undefined);
    if (!read.success || extra.length > 0 || missing.length > 0) {
      const bad = read.error?.issues.map(({ path, message }) =>
        reporter.problem(path[0] as PlantField, raw, message),
      );
      const lost = missing.map((field) => reporter.problem(field, raw, ''));
      return { row, cells, problems: [...(bad ?? []), ...lost, ...extra], warnings: noProblems };
    }
    const present = plantFields.filter((field) => read.data[field] !== undefined);
    const plant = Object.fromEntries(present.map((field) => [field, read.data[field]])) as NewPlant;
    return { row, cells, plant, problems: noProblems, warnings: reporter.warnings(raw) };
  };
}

function triviallyValidPlant(mapping: Mapping, cells: string[]): NewPlant | undefined {
  const id = cells[mapping.id] ?? '';
  if (!isTriviallyValidId(id)) return undefined;
  const plant: Partial<NewPlant> = { id: BigInt(id) };
  for (const field of textFields) {
    const text = cells[mapping[field] ?? -1] ?? '';
    if (text === '' && isOptional(field)) continue;
    if (!isTriviallyValidText(field, text)) return undefined;
    plant[field] = text;
  }
  return plant as NewPlant;
}

function cellReporter({ cells: headers, mapping }: Headers) {
  const names = columnNames(headers);
  const place = (field: PlantField) => {
    const cell = mapping[field];
    return cell === undefined ? { column: field } : { column: names[cell] ?? field, cell };
  };
  return {
    problem(field: PlantField, raw: Texts, message: string): CellProblem {
      const value = raw[field];
      const damage = field === 'id' ? damageToId(value) : missingResult(value);
      if (damage) return { ...place(field), value, message: damage };
      const suggestion = suggestionFor(field, unguard(value));
      const problem = { ...place(field), value, message };
      return suggestion === undefined ? problem : { ...problem, suggestion };
    },
    warnings(raw: Texts): readonly CellProblem[] {
      const found = plantFields.flatMap((field) => {
        const text = raw[field];
        const find = isLeftOut(field, text) ? leftOutWarning : cellWarning;
        const warning = mapping[field] === undefined ? undefined : find(field, text);
        return warning ? [{ ...place(field), value: text, ...warning }] : [];
      });
      return orNone(found);
    },
  };
}

function extraCells(headers: string[], cells: string[]): CellProblem[] {
  const first = headers.length;
  const extra = cells.slice(first);
  const isEmpty = (cell: string) => cell.trim() === '' || missingResult(cell) !== undefined;
  if (extra.every(isEmpty)) return [];
  const message = `is one of ${cells.length} cells, but there are ${first} columns; put quotation marks around a text that holds the delimiter`;
  return extra.flatMap((value, i) =>
    isEmpty(value) ? [] : [{ column: columnLetter(first + i), cell: first + i, value, message }],
  );
}
