import { textFields } from '@plant-store/schema/plants';
import { columnNames } from '../columns/column-name.ts';
import type { PlantFileHeader } from '../header/header.ts';
import type { CellProblem, PlantRow } from './plant-row.ts';

const message =
  'was read as Windows-1252, which is a guess: the request names no encoding; if a letter is wrong, undo the import and send the file again with its charset in Content-Type, such as charset=windows-1251, gbk, big5 or macintosh (labels of the Encoding Standard)';

/** `undefined` if the row's texts are ASCII. */
export function guessWarning(header: PlantFileHeader, { plant }: PlantRow): CellProblem | undefined {
  const field = textFields.find((one) => /[^\0-\x7f]/.test(plant?.[one] ?? ''));
  if (!plant || field === undefined) return undefined;
  const column =
    header.format === 'csv' ? columnNames(header.cells)[header.mapping[field] ?? -1] : header.columns[field];
  return { column: column ?? field, value: plant[field] ?? '', message };
}
