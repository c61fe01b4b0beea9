import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backups, restore } from '../../src/index.ts';
import { quietly } from '../backups.ts';
import { startProcess } from '../other-process.ts';
import { connect, newFolder } from '../store.ts';
import { storeToBackUp } from './backups.ts';

const pairsBefore = 50_000;

test('backups amid the writes of another process: each is one moment, and no write fails or waits for it', async () => {
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
    const writesUntil = new Map<string, bigint>();
    const onProgress = ({ doing }: { doing: string }) => writesUntil.set(doing, written() - atStart);
    const { record } = await backups.create(url, { folder, onProgress });
    // It went on writing while the store was copied and read.
    expect(writesUntil.get('reading the store')).toBeGreaterThan(0n);

    const restored = join(newFolder(), 'plants.db');
    await restore(`file:${restored}`, folder, record.name, quietly);
    const found = connect(restored).prepare('SELECT sum(id) AS sum, max(id) AS max FROM plants').get();
    // Of two plants that were added together there are both, or neither.
    expect(found).toMatchObject({ sum: 0n });
    expect((found as { max: bigint }).max).toBeGreaterThanOrEqual(atStart);
  }

  writer.child.stdin?.end();
  const { code, stderr, stdout } = await writer.ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^writing\nwrote \d+\n$/);
});
