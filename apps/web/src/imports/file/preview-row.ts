import type { PlantFileHeader, PlantRow } from '@plant-store/plant-files';
import { type PlantField, plantFields } from '@plant-store/schema';
import { lineCells } from './row-cells.ts';

/** A row of the preview: a plant as it would be stored, or the cells of a refused row. */
export type PreviewRow = Record<PlantField, string> & { row: number; isRefused: boolean };

/** The preview of a row; for a refused row, its cells as in the file. */
export function previewOf({ row, cells, plant }: PlantRow, header: PlantFileHeader): PreviewRow {
  const preview = (textOf: (field: PlantField) => string | undefined): PreviewRow => ({
    ...(Object.fromEntries(plantFields.map((field) => [field, textOf(field) ?? ''])) as Record<
      PlantField,
      string
    >),
    row,
    isRefused: plant === undefined,
  });
  if (plant) return preview((field) => plant[field]?.toString());
  if (header.format === 'csv') return preview((field) => cells[header.mapping[field] ?? -1]?.trim());
  const line = cells[0] ?? '';
  const values = new Map(lineCells(line).map(({ column, text }) => [column, text]));
  return values.size === 0
    ? preview((field) => (field === 'name' ? line.slice(0, 100).toWellFormed() : undefined))
    : preview((field) => values.get(header.columns[field] ?? field));
}
