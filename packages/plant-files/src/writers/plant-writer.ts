import { type NewPlant, toJson } from '@plant-store/schema';
import { guardedCell } from '../cells/csv-cell.ts';
import type { PlantFileFormat } from '../header/format.ts';
import type { FileWriter } from './writer.ts';

/**
 * Writes plants so that reading the file gives the same plants. CSV is for spreadsheets: it begins with a byte order
 * mark, its lines end in CRLF, and no cell is run as a formula.
 */
export const plantWriter = (format: PlantFileFormat): FileWriter<NewPlant> =>
  format === 'csv' ? csv : ndjson;

const csv: FileWriter<NewPlant> = {
  head: '\ufeffid,name,tag\r\n',
  lines(plants) {
    let text = '';
    for (const { id, name, tag } of plants)
      text += `${id},${guardedCell(name)},${tag === undefined ? '' : guardedCell(tag)}\r\n`;
    return text;
  },
};

const ndjson: FileWriter<NewPlant> = {
  head: '',
  lines(plants) {
    let text = '';
    for (const { id, name, tag } of plants) text += `${toJson({ id, name, tag })}\n`;
    return text;
  },
};
