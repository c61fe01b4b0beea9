import {
  isOptional,
  type OptionalField,
  type PlantField,
  plantFields,
  StoreError,
} from '@plant-store/schema';
import { columnNames } from './column-name.ts';
import { fault, listed, shortened } from './unreadable-file.ts';

/**
 * The column of each field by its name (see `columnNames`); null for an optional field without a column. A field that
 * is left out is found by its usual headers.
 */
export type Columns = { [Field in PlantField]?: string | (Field extends OptionalField ? null : never) };

/** The index of the column of each field, counted from 0. */
export type Mapping = Record<Exclude<PlantField, OptionalField>, number> &
  Partial<Record<OptionalField, number>>;

/** The indexes of the columns that could hold each field: one if it is clear, none or several if it is not. */
export type Found = Record<PlantField, number[]>;

/** The columns of the fields are unclear. A person who sees the headers can assign them. */
export class UnclearColumns extends StoreError {
  /** The headers as the file has them. */
  readonly cells: string[];
  /** The field whose column is unclear. */
  readonly field: PlantField;
  readonly found: Found;

  constructor(message: string, cells: string[], field: PlantField, found: Found) {
    super('unreadableFile', message);
    this.cells = cells;
    this.field = field;
    this.found = found;
  }
}

/** The usual headers of each field, as `plain` returns them. */
const usual: Record<PlantField, string[]> = {
  id: 'plantid nr no num number nummer numero plantno plantnr plantnumber pflanzenid pflanzennr pflanzennummer identifier identification identificationnumber idnumber itemid itemno itemnumber artikelnr artikelnummer'.split(
    ' ',
  ),
  name: 'plant plantname species pflanze pflanzenname bezeichnung plante nom planta nombre botanicalname scientificname latinname commonname botanischername botanischebezeichnung wissenschaftlichername title'.split(
    ' ',
  ),
  tag: 'tags type category group kind typ kategorie gruppe categorie groupe categoria grupo label'.split(' '),
};
/** Headers of columns that often stand beside one of the usual columns. They count only if there is no usual one. */
const lesser: Partial<Record<PlantField, string[]>> = {
  id: ['sku'],
  name: ['sorte', 'cultivar', 'variety'],
};

/** A header without case, spaces, punctuation and diacritics. */
function plain(header: string): string {
  if (header.trim() === '#') return 'no';
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a column is one of our notes, such as `_status`, or a column that its owner wants to be ignored. */
const isOwnNote = (header: string): boolean => header.trim().startsWith('_');

/** The columns of the fields. @throws UnclearColumns with a message that lists the headers */
export function mapColumns(headers: string[], columns: Columns = {}): Mapping {
  const found = findColumns(headers, columns);
  for (const field of plantFields) {
    const [first, second] = found[field];
    if (first !== undefined && second !== undefined)
      throw new UnclearColumns(
        `two columns could be the ${field}: ${listed([headers[first] ?? '', headers[second] ?? ''])}; rename one, or choose one with ${field}Column= (the columns are ${listed(headers)})`,
        headers,
        field,
        found,
      );
    if (first === undefined && !isOptional(field))
      throw new UnclearColumns(
        `no column is the ${field}; name one "${field}", or choose it with ${field}Column= (the columns are ${listed(headers)})`,
        headers,
        field,
        found,
      );
  }
  const fields = new Map<number, PlantField>();
  for (const field of plantFields) {
    const [column] = found[field];
    if (column === undefined) continue;
    const other = fields.get(column);
    if (other)
      throw new UnclearColumns(
        `the column ${shortened(headers[column] ?? '')} is set as both the ${other} and the ${field}; choose another column for one of them (the columns are ${listed(headers)})`,
        headers,
        field,
        found,
      );
    fields.set(column, field);
  }
  return Object.fromEntries([...fields].map(([column, field]) => [field, column])) as Mapping;
}

/**
 * How many fields that a plant must have are among the headers. It tells a header from other rows, and the delimiter from other
 * characters.
 */
export function countFound(headers: string[], columns: Columns = {}): number {
  try {
    const found = findColumns(headers, columns);
    return plantFields.filter((field) => !isOptional(field) && found[field].length > 0).length;
  } catch {
    return 0;
  }
}

/** The columns that could hold each field; exactly one if it is clear. */
function findColumns(headers: string[], columns: Columns): Found {
  const named = plantFields.map((field) => [field, namedColumns(headers, field, columns[field])] as const);
  const taken = named.flatMap(([, indexes]) => indexes ?? []);
  const found = named.map(([field, indexes]) => [field, indexes ?? usualColumns(headers, field, taken)]);
  return Object.fromEntries(found) as Found;
}

/**
 * The columns that the caller names: by header, exactly or nearly, or by letter. `undefined` if the caller names none.
 */
function namedColumns(headers: string[], field: PlantField, name: string | null | undefined) {
  if (name === undefined) return undefined;
  if (name === null) return [];
  // A header that is also the letter of another column could mean either column.
  const names = columnNames(headers);
  const exact = indexesOf(headers, (header, index) => [header.trim(), names[index]].includes(name.trim()));
  if (exact.length > 0) return exact;
  const near = indexesOf(headers, (header) => plain(header) === plain(name));
  if (near.length > 0) return near;
  throw fault(
    `no column is named ${shortened(name)}, set as the ${field}; the columns are ${listed(headers)}`,
  );
}

function usualColumns(headers: string[], field: PlantField, taken: number[]): number[] {
  const free = (header: string, index: number) => !isOwnNote(header) && !taken.includes(index);
  // The exact name of a field takes precedence over all others.
  for (const names of [[field], usual[field], lesser[field] ?? []]) {
    const found = indexesOf(headers, (header, index) => free(header, index) && names.includes(plain(header)));
    if (found.length > 0) return found;
  }
  return [];
}

const indexesOf = (headers: string[], fits: (header: string, index: number) => boolean): number[] =>
  headers.flatMap((header, index) => (fits(header, index) ? [index] : []));
