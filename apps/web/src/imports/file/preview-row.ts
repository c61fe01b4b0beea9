import type { PlantFileHeader, PlantRow } from '@plant-store/plant-files';
import { lineCells } from './row-cells.ts';

/** A row of the preview: a plant as it would be stored, or the cells of a refused row. */
export type PreviewRow = { row: number; id: string; name: string; tag: string; isRefused: boolean };

/** The preview of a row; a refused row shows its cells. */
export function previewOf({ row, cells, plant }: PlantRow, header: PlantFileHeader): PreviewRow {
  if (plant) {
    const { id, name, tag = '' } = plant;
    return { row, id: String(id), name, tag, isRefused: false };
  }
  if (header.format === 'csv') {
    const { id, name, tag = -1 } = header.mapping;
    const at = (place: number) => cells[place]?.trim() ?? '';
    return { row, id: at(id), name: at(name), tag: at(tag), isRefused: true };
  }
  const line = cells[0] ?? '';
  const { id = 'id', name = 'name', tag } = header.columns;
  const values = new Map(lineCells(line).map(({ column, text }) => [column, text]));
  const at = (key: string) => values.get(key) ?? '';
  return values.size === 0
    ? { row, id: '', name: line.slice(0, 100).toWellFormed(), tag: '', isRefused: true }
    : { row, id: at(id), name: at(name), tag: at(tag ?? 'tag'), isRefused: true };
}
