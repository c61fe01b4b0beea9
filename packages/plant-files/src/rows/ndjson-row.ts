import {
  isOptional,
  type NewPlant,
  NewPlantLine,
  type PlantField,
  parseJson,
  plantFields,
  RepeatedKey,
  textFields,
  toJson,
} from '@plant-store/schema/plants';
import { cellWarning } from '../cells/cell-warnings.ts';
import { isTriviallyValidText } from '../cells/fast-path.ts';
import { damageToId } from '../cells/spreadsheet-damage.ts';
import { suggestionFor } from '../cells/suggestion.ts';
import type { Columns } from '../columns/columns.ts';
import { jsonErrorColumn } from './json-error.ts';
import { type CellProblem, noProblems, orNone, type RowReader } from './plant-row.ts';

/** Reads lines of NDJSON. It accepts the same objects as NewPlant, with the keys in `columns`. */
export function ndjsonRowReader(columns: Columns = {}): RowReader {
  const keys = plantFields.map(
    (field) => [field, columns[field] === undefined ? field : columns[field]] as const,
  );
  const keyOf = Object.fromEntries(keys);
  return (row, cells) => {
    const read = readObject(cells[0] ?? '');
    if ('message' in read) return { row, cells, problems: [read], warnings: noProblems };
    const values: Values = {};
    for (const [field, key] of keys) {
      const value = key === null ? undefined : ownValue(read.object, key);
      if (value !== undefined) values[field] = value;
    }
    if (isTriviallyValid(values))
      return {
        row,
        cells,
        plant: { ...values, id: BigInt(values.id) },
        problems: noProblems,
        warnings: noProblems,
      };
    const { success, data, error } = NewPlantLine.safeParse(values);
    const named = (field: PlantField) => ({ column: keyOf[field] ?? field, value: cellText(values[field]) });
    if (!success) {
      const problems = error.issues.map(({ path: [field], message }) => {
        const known = field as PlantField;
        return { ...named(known), message, ...advice(known, values[known]) };
      });
      return { row, cells, problems, warnings: noProblems };
    }
    const warnings = plantFields.flatMap((field) => {
      const warning = values[field] === undefined ? undefined : cellWarning(field, cellText(values[field]));
      return warning ? [{ ...named(field), ...warning }] : [];
    });
    return { row, cells, plant: data, problems: noProblems, warnings: orNone(warnings) };
  };
}

/** @throws SyntaxError for a line that is no object */
export function parseObject(line: string): Record<string, unknown> {
  const value = parseJson(line);
  if (isObject(value)) return value;
  throw new SyntaxError('it is no object');
}

/** Excludes arrays, and numbers that are kept as they were written. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

type Values = { [Field in PlantField]?: unknown };

function readObject(line: string): { object: Record<string, unknown> } | CellProblem {
  try {
    return { object: parseObject(line) };
  } catch (error) {
    const message =
      error instanceof RepeatedKey
        ? error.message
        : `${jsonProblem(line, error)}, such as {"id":7,"name":"Fern"}`;
    return { column: null, value: line, message };
  }
}

function jsonProblem(line: string, error: unknown): string {
  if ((error as Error).cause instanceof RangeError) return 'is nested too deep; give a JSON object';
  const column = jsonErrorColumn(line);
  if (column <= line.length) return `is not JSON: column ${column} cannot be read; give a JSON object`;
  if (isJson(line)) return 'must be a JSON object';
  return `is not JSON: it ends too early, in column ${column}; give a JSON object`;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const ownValue = (object: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const isTriviallyValid = (values: Values): values is Omit<NewPlant, 'id'> & { id: number } =>
  Number.isSafeInteger(values.id) &&
  textFields.every((field) => {
    const text = values[field];
    return text === undefined
      ? isOptional(field)
      : typeof text === 'string' && isTriviallyValidText(field, text);
  });

const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : toJson(value);

function advice(field: PlantField, value: unknown): { message?: string; suggestion?: string } {
  if (typeof value !== 'string' && typeof value !== 'number') return {};
  const message = field === 'id' ? damageToId(cellText(value)) : undefined;
  if (message) return { message };
  // In JSON the digits of a quoted id are correct; only the quotation marks are wrong.
  const suggestion = suggestionFor(field, field === 'id' ? JSON.stringify(value) : cellText(value));
  return suggestion === undefined ? {} : { suggestion };
}
