import { readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import { breakPage, overwrite, pageBytes } from '@plant-store/engine/testing/database-file';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plants } from '../../src/index.ts';
import { connect, newStore } from '../store.ts';
import { setLockWait } from '../testing.ts';

test('a fault is found immediately, and checked again after 500 ms', async () => {
  const { db, path } = await newStore();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await db.check();
  renameSync(path, `${path}.away`);
  await expect(db.check()).rejects.toThrow(/put it back/);
  renameSync(`${path}.away`, path);
  vi.advanceTimersByTime(499);
  await expect(db.check()).rejects.toThrow(/put it back/);
  vi.advanceTimersByTime(1);
  await db.check();
});

test('a file that VACUUM of another program made smaller is whole', async () => {
  const { db, path } = await newStore();
  const other = connect(path);
  other.exec('CREATE TABLE "notes" AS SELECT randomblob(1000000) AS "text"');
  other.pragma('wal_checkpoint(TRUNCATE)');
  const before = statSync(path).size;
  other.exec('DROP TABLE "notes"; VACUUM');
  other.pragma('wal_checkpoint(TRUNCATE)');
  expect(statSync(path).size).toBeLessThan(before);
  await db.check();
  expect(await plants.create(db, { id: 1n, name: 'Fern' })).toMatchObject({ id: 1n });
});

test('a store whose file was emptied is unready, and refuses writes', async () => {
  const { db, path } = await newStore();
  await db.check();
  truncateSync(path);
  const emptied = /emptied while the store was running; .* restore a backup/;
  await expect(db.check()).rejects.toThrow(emptied);
  await expect(plants.create(db, { id: 1n, name: 'Fern' })).rejects.toThrow(emptied);
});

/** The numbers of the pages with rows of plants, counted from 0, in the order of the ids. */
const pagesOf = (path: string) =>
  connect(path)
    .prepare<[], bigint>(
      `SELECT "pageno" - 1 FROM dbstat WHERE name = 'plants' AND pagetype = 'leaf' ORDER BY "path"`,
    )
    .pluck()
    .all()
    .map(Number);

/** An open store whose plants fill many pages, all of them in the database; `damage` also empties its caches. */
async function storeOfManyPages() {
  const { db, path } = await newStore();
  const folded = 'fern '.repeat(400);
  const other = connect(path);
  const add = other.prepare('INSERT INTO plants (id, name, folded, added_at) VALUES (?, ?, ?, ?)');
  other.transaction(() => {
    for (let id = 1; id <= 200; id++) add.run(id, 'Fern', folded, id);
  })();
  other.pragma('wal_checkpoint(TRUNCATE)');
  const pages = pagesOf(path);
  const damage = (page?: number) => {
    breakPage(path, page ?? 0);
    other.pragma('user_version = 0');
  };
  return { db, path, other, pages, damage };
}

const damaged = {
  code: 'unavailable',
  message: expect.stringMatching(/^the database cannot be read: .* damaged/),
};

test.each([
  ['newest', -1],
  ['first', 0],
])('a store whose %s plants are damaged is unready without a request', async (_which, index) => {
  const { db, pages, damage } = await storeOfManyPages();
  await db.check();
  damage(pages.at(index));
  await expect(db.check()).rejects.toMatchObject(damaged);
});

test.each([
  ['a read', {}],
  ['an export', { isExport: true }],
])('a store is unready from %s that found damage anywhere until that read succeeds', async (_what, by) => {
  const { db, path, other, pages, damage } = await storeOfManyPages();
  const page = pages[Math.floor(pages.length / 2)] ?? 0;
  const whole = readFileSync(path).subarray(page * pageBytes, (page + 1) * pageBytes);
  damage(page);
  await db.check();
  await expect(plants.list(db, { limit: 200 }, by)).rejects.toMatchObject(damaged);
  await expect(db.check()).rejects.toMatchObject(damaged);
  overwrite(path, page * pageBytes, whole);
  other.pragma('user_version = 0');
  await vi.waitFor(() => db.check());
});

test('a store without its table of plants is unready', async () => {
  const { db, path } = await newStore();
  connect(path).exec('ALTER TABLE "plants" RENAME TO "gone"');
  await expect(db.check()).rejects.toThrow('no such table');
});

test('a health check does not wait for writes that wait for the lock of another program', async () => {
  const { db, path } = await newStore();
  setLockWait(0.2);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(plants.create(db, { id: 1n, name: 'Fern' })).rejects.toMatchObject({ code: 'unavailable' });
  vi.mocked(process.uptime).mockRestore();
  const refused = vi.fn();
  const created = plants.create(db, { id: 2n, name: 'Fern' }).catch(refused);
  await new Promise(setImmediate);
  await expect(db.check()).rejects.toThrow(/^the store is busy with another program/);
  expect(refused).not.toHaveBeenCalled();
  other.exec('COMMIT');
  await created;
});
