import { columnNames, type PlantFileHeader, type PlantRow } from '@plant-store/plant-files';
import { plantFields } from '@plant-store/schema';
import { labelOf } from './file-reading.ts';
import { lineCells } from './row-cells.ts';

/** Columns that the store adds to the annotated file of an import. */
const ownNotes = ['_status', '_problem', '_suggestion'];

/**
 * The labels of the columns that will not be imported. A column without a header counts if it has text in one of
 * `rows`.
 */
export function ignoredColumns(header: PlantFileHeader, rows: readonly PlantRow[]): string[] {
  if (header.format === 'ndjson') {
    const used = plantFields.map((field) => header.columns[field] ?? field);
    const keys = new Set(rows.flatMap(({ cells }) => lineCells(cells[0] ?? '').map(({ column }) => column)));
    return [...keys].filter((key) => ![...used, ...ownNotes].includes(key));
  }
  const used = Object.values(header.mapping);
  return columnNames(header.cells).flatMap((column, index) => {
    const text = header.cells[index]?.trim() ?? '';
    const isTaken = used.includes(index) || ownNotes.includes(text);
    const isEmpty = text === '' && rows.every(({ cells }) => (cells[index]?.trim() ?? '') === '');
    return isTaken || isEmpty ? [] : [labelOf(column, text)];
  });
}
