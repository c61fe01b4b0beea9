import { expect, test } from 'vitest';
import { plants } from '../../../src/index.ts';
import { connect, newStore, open } from '../../store.ts';

test('the database deletes a session together with its token', async () => {
  const { path } = await newStore();
  expect(connect(path).pragma('foreign_key_list(sessions)')).toMatchObject([
    { table: 'tokens', from: 'token_id', to: 'id', on_delete: 'CASCADE' },
  ]);
});

test('a store is complete and not damaged after many openings and closings', async () => {
  const { db, path } = await newStore();
  await db.close();
  for (let id = 1n; id <= 10n; id++) {
    const again = await open(path);
    await plants.create(again, { id, name: 'Fern' });
    await again.close();
  }
  expect(connect(path).pragma('integrity_check', { simple: true })).toBe('ok');
  expect(connect(path).prepare('SELECT count(*) FROM plants').pluck().get()).toBe(10n);
});

test('a store is readable until its tables are missing', async () => {
  const { db, path } = await newStore();
  await db.check();
  connect(path).exec('DROP TABLE plants');
  await expect(db.check()).rejects.toThrow();
});
