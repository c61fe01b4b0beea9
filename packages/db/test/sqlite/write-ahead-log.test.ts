import { expect, test } from 'vitest';
import { plants } from '../../src/index.ts';
import { connect, newStore } from '../store.ts';

test('a long log is not moved into the database by a commit, which would keep quiet if that failed, but after it', async () => {
  const { db, path } = await newStore();
  const other = connect(path);
  other.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF');
  for (let pages = 0; pages < 1_000; pages++) other.exec('PRAGMA user_version = 0');
  const moved = () => other.prepare('PRAGMA wal_checkpoint(NOOP)').get() as Record<string, bigint>;
  await plants.create(db, { id: 0n, name: 'Fern' });
  expect(moved()).toMatchObject({ log: expect.toSatisfy((pages) => pages > 1_000n), checkpointed: 0n });
  for (let id = 1n; id < 100n; id++) await plants.create(db, { id, name: 'Fern' });
  await expect.poll(() => moved().checkpointed).toBeGreaterThan(1_000n);
});
