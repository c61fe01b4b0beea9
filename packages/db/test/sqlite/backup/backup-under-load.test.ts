import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backups, restore } from '../../../src/index.ts';
import { quietly } from '../../backups.ts';
import { startProcess } from '../../other-process.ts';
import { connect, newFolder } from '../../store.ts';
import { storeToBackUp } from './backups.ts';

const pairsBefore = 50_000;

test('backups during writes of another process are consistent, and no write fails or waits', async () => {
  const { path, url, folder } = await storeToBackUp();
  const connection = connect(path);
  connection.exec('DELETE FROM plants');
  connection
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO plants (id, name, tag, added_at) SELECT i, 'Twin', NULL, i FROM n UNION ALL SELECT -i, 'Twin', NULL, i FROM n`,
    )
    .run(pairsBefore);
  const writer = startProcess('writes', path, String(pairsBefore + 1));
  await writer.told;
  const written = () => connection.prepare('SELECT max(id) FROM plants').pluck().get() as bigint;

  for (let round = 0; round < 3; round++) {
    const atStart = written();
    let atCopy: bigint | undefined;
    let whileCopied: bigint | undefined;
    const onProgress = ({ doing }: { doing: string }) => {
      atCopy ??= written();
      if (doing === 'reading the store') whileCopied ??= writesSince(atCopy, written);
    };
    const { record } = await backups.create(url, { folder, onProgress });
    // The other process kept writing while the store was copied and read.
    expect(whileCopied).toBeGreaterThan(0n);

    const restored = join(newFolder(), 'plants.db');
    await restore(`file:${restored}`, folder, record.name, quietly);
    const found = connect(restored).prepare('SELECT sum(id) AS sum, max(id) AS max FROM plants').get();
    // A backup has both of two plants that were added together, or neither.
    expect(found).toMatchObject({ sum: 0n });
    expect((found as { max: bigint }).max).toBeGreaterThanOrEqual(atStart);
  }

  writer.child.stdin?.end();
  const { code, stderr, stdout } = await writer.ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^writing\nwrote \d+\n$/);
});

/** Delays the backup until the other process has written. */
function writesSince(count: bigint, written: () => bigint): bigint {
  const until = Date.now() + 5_000;
  while (written() === count && Date.now() < until)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  return written() - count;
}
