import { readFileSync } from 'node:fs';
import { breakPage, overwrite, pageBytes } from '@plant-store/engine/testing/database-file';
import { expect, test, vi } from 'vitest';
import { plants } from '../../src/index.ts';
import { connect, newStore } from '../store.ts';

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
