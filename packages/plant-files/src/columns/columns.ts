import {
  isOptional,
  type OptionalField,
  type PlantField,
  plantFields,
  StoreError,
} from '@plant-store/schema/plants';
import { quoted, quotedList, unreadableFile } from '../text/unreadable-file.ts';
import { columnNames } from './column-name.ts';

/** By the names of `columnNames`; null for an optional field without a column. Others are found by their headers. */
export type Columns = { [Field in PlantField]?: string | (Field extends OptionalField ? null : never) };

export type Mapping = Record<Exclude<PlantField, OptionalField>, number> &
  Partial<Record<OptionalField, number>>;

/** Exactly one index if the field is clear. */
export type ColumnCandidates = Record<PlantField, number[]>;

/** A person can assign the columns by the headers. */
export class UnclearColumns extends StoreError {
  readonly cells: string[];
  readonly field: PlantField;
  readonly candidates: ColumnCandidates;
  readonly row: number;

  constructor(
    message: string,
    { cells, field, candidates, row }: Pick<UnclearColumns, 'cells' | 'field' | 'candidates' | 'row'>,
  ) {
    super('unreadableFile', message);
    this.cells = cells;
    this.field = field;
    this.candidates = candidates;
    this.row = row;
  }
}

const usualHeaders: Record<PlantField, string[]> = {
  id: 'plantid nr no num number nummer numero plantno plantnr plantnumber pflanzenid pflanzennr pflanzennummer identifier identification identificationnumber idnumber itemid itemno itemnumber artikelnr artikelnummer'.split(
    ' ',
  ),
  name: 'plant plantname species pflanze pflanzenname bezeichnung plante nom planta nombre botanicalname scientificname latinname commonname botanischername botanischebezeichnung wissenschaftlichername title'.split(
    ' ',
  ),
  tag: 'tags type category group kind typ kategorie gruppe categorie groupe categoria grupo label'.split(' '),
};
const numberWords = '(?:id|n|n[or]|nro|num(?:m?ero?)?|number|cod|code|codigo|codice|key|ref)';
const numberedThings =
  '(?:plant[ea]?|pianta|pflanzen|item|art|arti[ck]el|article|articulo|articolo|produ[ck]?to?|prodotto|produit|stock|catalog(?:ue)?|katalog|inv(?:entory|entar(?:io)?|entaire)?|reference|referenz|bestell?|laufende|lfd|volg|record|acc|accession|accesion|accessie|akzessions)';
// Less usual headers, in English, German, French, Spanish, Italian, Portuguese and Dutch. They count only in a file
// without a usual header of the field, so that no file becomes unclear by them.
const fallbackHeaders: Record<PlantField, RegExp> = {
  id: new RegExp(
    `^(?:nro|idn[or]|sku|key|schlussel|cle|clave|chiave|chave|sleutel|cod|code|codigo|codice|ref|rif|referen(?:ce|z|cia|tie)|riferimento|identifi(?:ant|cador|cativo|catie)|kenn(?:ung|nummer)|accession|${numberedThings}${numberWords}|${numberWords}${numberedThings})$`,
  ),
  name: /^(?:sorte|cultivar|variety|variet[ea]|variedade?|espece|especie|specie|soort(?:naam)?|taxon|libelle|pianta|naam|nome|plantnaam|(?:nom|nombre|nome)(?:plante|planta|pianta|latin|latino|scientifique|cientifico|scientifico|botanique|botanico|commun|comun|comune|comum)|denomina(?:tion|cion|zione|cao)|designation|(?:lateinischer|deutscher)name|(?:latijnse|botanische|wetenschappelijke|nederlandse)naam)$/,
  tag: /^(?:tipos?|gruppo|groep|etikett(?:en)?|etiquett?[ea]s?|etichett[ae]|schlagwort|labels|categories|categorias|kategorien|(?:waren|pflanzen)gruppe)$/,
};

/** The sign in `Plant #`, which is a number and no name. */
const thingNumber = new RegExp(`(?<=^${numberedThings}[.\\s]*)#\\s*$`, 'u');

const connectives = new Set('d da de del della der des di do du la le of van'.split(' '));

const headerMax = 1_000;

/** A header without case, spaces, punctuation, diacritics and connectives: `N° de plante` is `noplante`. */
function normalizedHeader(header: string): string {
  if (header.trim() === '#') return 'no';
  // No usual header is that long, and to normalize many marks after a letter would take seconds.
  if (header.length > headerMax) return header;
  const words = header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    // In `N°` the degree sign stands for the ordinal indicator of `Nº`, which is an o here.
    .replace(/^n\P{L}?°/u, 'no ')
    .replace(thingNumber, ' no')
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => !connectives.has(word)).join('');
}

/** Whether a column is a note of an annotated file, such as `_status`, or its owner chose to ignore it. */
const isIgnoredHeader = (header: string): boolean => header.trim().startsWith('_');

/** @param row the number of the row with the headers @throws UnclearColumns with a message that lists the headers */
export function mapColumns(headers: string[], columns: Columns = {}, row = 1): Mapping {
  const candidates = findColumns(headers, columns);
  const hint = headers.length === 1 ? '; columns are separated by a comma, a semicolon, a tab or |' : '';
  const unclear = (field: PlantField, problem: string) =>
    new UnclearColumns(
      `${problem}${hint} (the columns in row ${row} are ${quotedList(headers)}; if another row has the headers, say which with headerRow=)`,
      { cells: headers, field, candidates, row },
    );
  for (const field of plantFields) {
    const [first, second] = candidates[field];
    if (first !== undefined && second !== undefined)
      throw unclear(
        field,
        `two columns could be the ${field}: ${quotedList([headers[first] ?? '', headers[second] ?? ''])}; rename one, or say which it is with ${field}Column=`,
      );
    if (first === undefined && !isOptional(field))
      throw unclear(
        field,
        `no column is the ${field}; name one "${field}", or say which it is with ${field}Column=`,
      );
  }
  const fields = new Map<number, PlantField>();
  for (const field of plantFields) {
    const [column] = candidates[field];
    if (column === undefined) continue;
    const other = fields.get(column);
    if (other)
      throw unclear(
        field,
        `column ${quoted(headers[column] ?? '')} is assigned to both the ${other} and the ${field}; assign another one`,
      );
    fields.set(column, field);
  }
  return Object.fromEntries([...fields].map(([column, field]) => [field, column])) as Mapping;
}

export const requiredCount = plantFields.filter((field) => !isOptional(field)).length;

export function countRecognizedHeaders(headers: string[], columns: Columns = {}): number {
  try {
    const candidates = findColumns(headers, columns);
    return plantFields.filter((field) => !isOptional(field) && candidates[field].length > 0).length;
  } catch {
    return 0;
  }
}

export function namedColumns(
  headers: string[],
  columns: Columns = {},
): { id: number; name: number } | undefined {
  const texts = headers.map(normalizedHeader);
  const isNamed = Object.values(columns).every(
    (name) => name === null || texts.includes(normalizedHeader(name)),
  );
  if (!isNamed || countRecognizedHeaders(headers, columns) < requiredCount) return undefined;
  const { id, name } = findColumns(headers, columns);
  return { id: id[0] ?? 0, name: name[0] ?? 1 };
}

function findColumns(headers: string[], columns: Columns): ColumnCandidates {
  const texts = headers.map(normalizedHeader);
  const named = plantFields.map((field) => [field, assignedColumns(headers, field, columns[field])] as const);
  const assigned = named.flatMap(([, indexes]) => indexes ?? []);
  const candidates = named.map(([field, indexes]) => [
    field,
    indexes ?? usualColumns(headers, texts, field, assigned),
  ]);
  return Object.fromEntries(candidates) as ColumnCandidates;
}

function assignedColumns(headers: string[], field: PlantField, name: string | null | undefined) {
  if (name === undefined) return undefined;
  if (name === null) return [];
  // A header that is also the letter of another column is ambiguous.
  const names = columnNames(headers);
  const exact = indexesOf(headers, (header, index) => [header.trim(), names[index]].includes(name.trim()));
  if (exact.length > 0) return exact;
  const near = indexesOf(headers, (header) => normalizedHeader(header) === normalizedHeader(name));
  if (near.length > 0) return near;
  throw unreadableFile(
    `no column for the ${field} is named ${quoted(name)}; the columns are ${quotedList(headers)}`,
  );
}

function usualColumns(headers: string[], texts: string[], field: PlantField, assigned: number[]): number[] {
  const free = (header: string, index: number) => !isIgnoredHeader(header) && !assigned.includes(index);
  const names: ((name: string) => boolean)[] = [
    (name) => name === field,
    (name) => usualHeaders[field].includes(name),
    (name) => fallbackHeaders[field].test(name),
  ];
  for (const isName of names) {
    const candidates = indexesOf(
      headers,
      (header, index) => free(header, index) && isName(texts[index] ?? ''),
    );
    if (candidates.length > 0) return candidates;
  }
  return [];
}

const indexesOf = (headers: string[], matches: (header: string, index: number) => boolean): number[] =>
  headers.flatMap((header, index) => (matches(header, index) ? [index] : []));
