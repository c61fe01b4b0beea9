import { columnNames, noteColumns, type PlantFileHeader, type PlantRow } from '@plant-store/plant-files';
import { type PlantField, plantFields } from '@plant-store/schema';
import { labelOf } from './file-reading.ts';
import { lineCells } from './row-cells.ts';

/** The labels of the columns that are not imported. One without a header counts if one of `rows` has text in it. */
export function ignoredColumns(header: PlantFileHeader, rows: readonly PlantRow[]): string[] {
  if (header.format === 'ndjson') {
    const used = plantFields.map((field) => header.columns[field] ?? field);
    const keys = new Set(rows.flatMap(({ cells }) => lineCells(cells[0] ?? '').map(({ column }) => column)));
    return [...keys].filter((key) => ![...used, ...noteColumns].includes(key));
  }
  const used = Object.values(header.mapping);
  return columnNames(header.cells).flatMap((column, index) => {
    const text = header.cells[index]?.trim() ?? '';
    const isTaken = used.includes(index) || noteColumns.includes(text);
    const isEmpty = text === '' && rows.every(({ cells }) => (cells[index]?.trim() ?? '') === '');
    return isTaken || isEmpty ? [] : [labelOf(column, text)];
  });
}

/** A row of the preview: a plant as it would be stored, or the cells of a refused row. */
export type PreviewRow = Record<PlantField, string> & { row: number; isRefused: boolean };

/** The preview of a row; for a refused row, its cells as in the file, or its text if it could not be read. */
export function previewOf({ row, cells, plant, problems }: PlantRow, header: PlantFileHeader): PreviewRow {
  const preview = (textOf: (field: PlantField) => string | undefined): PreviewRow => ({
    ...(Object.fromEntries(plantFields.map((field) => [field, textOf(field) ?? ''])) as Record<
      PlantField,
      string
    >),
    row,
    isRefused: plant === undefined,
  });
  if (plant) return preview((field) => plant[field]?.toString());
  const unread = problems.find(({ column }) => column === null);
  if (unread)
    return preview((field) => (field === 'name' ? unread.value.slice(0, 100).toWellFormed() : undefined));
  if (header.format === 'csv') return preview((field) => cells[header.mapping[field] ?? -1]?.trim());
  const values = new Map(lineCells(cells[0] ?? '').map(({ column, text }) => [column, text]));
  return preview((field) => values.get(header.columns[field] ?? field));
}
