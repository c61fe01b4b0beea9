import { columnNames, noteColumns, type PlantFileHeader, type PlantRow } from '@plant-store/plant-files';
import { plantFields } from '@plant-store/schema';
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
