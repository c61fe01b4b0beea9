import type { PlantFileHeader, PlantRow } from '@plant-store/plant-files';
import { type PlantField, plantFields } from '@plant-store/schema';
import { lineCells } from './row-cells.ts';

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
