import { closeSync, openSync, writeSync } from 'node:fs';
import { foldedOf } from '@plant-store/schema/fold';
import { createCatalogue } from './catalogue.ts';

/** The order of ids in a file: sorted as in a catalogue, or mixed as in a file that was merged from many. */
export type Order = 'sorted' | 'mixed';

/** A prime above any number of rows, so that no id repeats. The ids in mixed order are spread over this range. */
const prime = 2_147_483_647n;
/** The first id of the file, above the ids of the plants that are read during the import. */
const firstId = 1_000_000n;
/**
 * Writes the same plants to two CSV files. The plain file is a usual import. The whole file has every column of the
 * store's table, for `.import` of the sqlite3 shell, with a number in each otherwise empty column.
 */
export function makeImportFiles(paths: { plain: string; whole: string }, rows: number, order: Order) {
  const [plain, whole] = [createFile(paths.plain), createFile(paths.whole)];
  const next = createCatalogue();
  plain.write('id,name,tag\n');
  for (let row = 1; row <= rows; row++) {
    const { name, tag } = next();
    const id = idAt(order, BigInt(row));
    plain.write(`${id},${name},${tag ?? ''}\n`);
    const stamp = 1_700_000_000_000_000 + row;
    whole.write(
      `${id},${name},${tag ?? ''},${stamp},${stamp},0,1,1700000000000000,${row},"${foldedOf({ name, tag })}"\n`,
    );
  }
  plain.close();
  whole.close();
}

const idAt = (order: Order, row: bigint): bigint =>
  firstId + (order === 'sorted' ? row : (row * 1_103_515_245n) % prime);

function createFile(path: string) {
  const file = openSync(path, 'w');
  let text = '';
  const flush = () => {
    writeSync(file, text);
    text = '';
  };
  return {
    write(line: string) {
      text += line;
      if (text.length > 1_000_000) flush();
    },
    close() {
      flush();
      closeSync(file);
    },
  };
}
