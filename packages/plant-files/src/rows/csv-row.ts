import { type NewPlant, NewPlantText } from '@plant-store/schema';
import { cellWarning } from '../cells/cell-warnings.ts';
import { isTriviallyValidId, isTriviallyValidName, isTriviallyValidTag } from '../cells/fast-path.ts';
import { unguard } from '../cells/formula-guard.ts';
import { damageToId } from '../cells/spreadsheet-damage.ts';
import { suggestionFor } from '../cells/suggestion.ts';
import { columnLetter, columnNames } from '../columns/column-name.ts';
import type { Field } from '../columns/columns.ts';
import type { CsvHeader } from '../header/header.ts';
import { type CellProblem, noProblems, type RowReader } from './plant-row.ts';

type Headers = Pick<CsvHeader, 'cells' | 'mapping'>;

/**
 * Reads the rows of a CSV file with these headers. It accepts exactly what NewPlantText accepts, on cells without a
 * guard.
 */
export function csvRowReader(header: Headers): RowReader {
  const { cells: headers, mapping } = header;
  const { id, name, tag = -1 } = mapping;
  const reporter = cellReporter(header);
  return (row, cells) => {
    const idText = cells[id] ?? '';
    const nameText = cells[name] ?? '';
    const tagText = cells[tag] ?? '';
    const isTriviallyValid =
      isTriviallyValidId(idText) &&
      isTriviallyValidName(nameText) &&
      (tagText === '' || isTriviallyValidTag(tagText));
    if (isTriviallyValid && cells.length <= headers.length) {
      const plant: NewPlant = { id: BigInt(idText), name: nameText };
      if (tagText !== '') plant.tag = tagText;
      return { row, cells, plant, problems: noProblems, warnings: noProblems };
    }
    const extra = extraCells(headers, cells);
    const raw = { id: idText, name: nameText, tag: tagText };
    const read = NewPlantText.safeParse({
      id: unguard(idText),
      name: unguard(nameText),
      tag: unguard(tagText),
    });
    if (!read.success || extra.length > 0) {
      const bad = read.error?.issues.map(({ path, message }) =>
        reporter.problem(path[0] as Field, raw, message),
      );
      return { row, cells, problems: [...(bad ?? []), ...extra], warnings: noProblems };
    }
    const plant = read.data.tag === undefined ? { id: read.data.id, name: read.data.name } : read.data;
    return { row, cells, plant: plant as NewPlant, problems: noProblems, warnings: reporter.warnings(raw) };
  };
}

type Texts = Record<Field, string>;

function cellReporter({ cells: headers, mapping }: Headers) {
  const names = columnNames(headers);
  const place = (field: Field) => {
    const cell = mapping[field];
    return cell === undefined ? { column: field } : { column: names[cell] ?? field, cell };
  };
  return {
    problem(field: Field, raw: Texts, message: string): CellProblem {
      const value = raw[field];
      const damage = field === 'id' ? damageToId(value) : undefined;
      if (damage) return { ...place(field), value, message: damage };
      const suggestion = suggestionFor(field, unguard(value));
      const problem = { ...place(field), value, message };
      return suggestion === undefined ? problem : { ...problem, suggestion };
    },
    warnings(raw: Texts): readonly CellProblem[] {
      const found = (['id', 'name', 'tag'] as const).flatMap((field) => {
        const warning = mapping[field] === undefined ? undefined : cellWarning(field, raw[field]);
        return warning ? [{ ...place(field), value: raw[field], ...warning }] : [];
      });
      return found.length === 0 ? noProblems : found;
    },
  };
}

/** The problem of cells beyond the headers: most likely a text with an unquoted delimiter. */
function extraCells(headers: string[], cells: string[]): CellProblem[] {
  const first = headers.length;
  const extra = cells.slice(first);
  if (!extra.some((cell) => cell.trim() !== '')) return [];
  const message = `is one of ${cells.length} cells, but there are ${first} columns; put quotation marks around a text that holds the delimiter`;
  return extra.flatMap((value, i) =>
    value.trim() === '' ? [] : [{ column: columnLetter(first + i), cell: first + i, value, message }],
  );
}
