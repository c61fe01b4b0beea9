import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { putSeal, removeSeal, type Seal, sealOf, withFolderLock } from '@plant-store/engine/sqlite/file';
import { expect, test, vi } from 'vitest';
import { migrateSqlite } from '../../../../engine/src/sqlite/file/migrations.ts';
import { plants, sessions, tokens } from '../../../src/index.ts';
import { migrationsFolder, realMigrations, realNames } from '../../migrations.ts';
import { connect, newStore, open } from '../../store.ts';

const moving: Seal = { state: 'moving', to: "db.example.com:5432/o'plants" };
const moved: Seal = { state: 'moved', to: "db.example.com:5432/o'plants" };

/** The migrations of the store, and one later migration. */
const withLater = (name: string, sql: string) =>
  migrationsFolder({
    ...Object.fromEntries(
      realNames.map((real) => [real, readFileSync(join(realMigrations, real, 'migration.sql'), 'utf8')]),
    ),
    [name]: sql,
  });

/** An open store with a plant, a token and a session, which another process then seals. */
async function newSealed(seal: Seal) {
  const store = await newStore();
  await plants.create(store.db, { id: 1n, name: 'Fern' });
  const { token } = await tokens.create(store.db, { name: 'clerk', scopes: ['admin'] });
  const { secret } = await sessions.create(store.db, token);
  const other = connect(store.path);
  other.transaction(() => putSeal(other, seal)).immediate();
  return { ...store, other, token, secret };
}

test.each([
  [
    moving,
    '60',
    /^nothing was stored: the promotion to the database db\.example\.com:5432\/o'plants was interrupted, .*run "npm run promote" again, or "npm run promote -- --cancel"$/,
  ],
  [
    moved,
    '60',
    /^nothing was stored: the store has moved to the database db\.example\.com:5432\/o'plants .*set DATABASE_URL to that database and restart$/,
  ],
])(
  'a seal of another process refuses every write of an open store: %j',
  async (seal, retryAfter, message) => {
    const { db, token, secret } = await newSealed(seal);
    const writes = [
      plants.create(db, { id: 2n, name: 'Cactus' }),
      plants.create(db, { id: 1n, name: 'Cactus' }),
      tokens.create(db, { name: 'till', scopes: ['admin'] }),
      tokens.revoke(db, 'clerk'),
      sessions.create(db, token),
      sessions.remove(db, secret),
    ];
    for (const outcome of await Promise.allSettled(writes))
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: {
          name: 'StoreError',
          code: 'unavailable',
          headers: { 'Retry-After': retryAfter },
          message: expect.stringMatching(message),
        },
      });
    expect((await plants.list(db, { limit: 5 })).plants).toEqual([{ id: 1n, name: 'Fern' }]);
    expect(await sessions.find(db, secret)).toEqual(token);
  },
);

test('even the first refusal says whether the promotion is running or was interrupted', async () => {
  const { db, path } = await newSealed(moving);
  const refusal = (id: bigint) =>
    plants.create(db, { id, name: 'Cactus' }).catch((cause: Error) => cause.message);
  await withFolderLock(dirname(path), async () => {
    expect(await refusal(2n)).toMatch(/^nothing was stored, try again in a minute: the store is moving to /);
  });
  expect(await refusal(3n)).toMatch(/^nothing was stored: the promotion to .* was interrupted/);
});

test('a store is ready during its promotion, but not after it, and its message names no database', async () => {
  const { db, path, other } = await newSealed(moving);
  await withFolderLock(dirname(path), () => db.check());
  other.transaction(() => putSeal(other, moved)).immediate();
  await expect(db.check()).rejects.toMatchObject({
    name: 'StoreError',
    code: 'unavailable',
    headers: { 'Retry-After': '60' },
    message:
      'the store has moved to another database and is read-only here; set DATABASE_URL to that database and restart',
    // The cause is only for the log.
    cause: { message: expect.stringContaining("to the database db.example.com:5432/o'plants and") },
  });
  other.transaction(() => removeSeal(other)).immediate();
  await vi.waitFor(() => db.check());
});

test('a store is unready after a killed promotion until it is cancelled; its message names no database', async () => {
  const { db, other } = await newSealed(moving);
  await expect(db.check()).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '60' },
    message:
      'the promotion to another database was interrupted, and the store is read-only; run "npm run promote" again, or "npm run promote -- --cancel"',
    cause: { message: expect.stringContaining("to the database db.example.com:5432/o'plants was") },
  });
  other.transaction(() => removeSeal(other)).immediate();
  await vi.waitFor(() => db.check());
});

test('a store that stayed open accepts writes once the seal is removed', async () => {
  const { db, other } = await newSealed(moving);
  await expect(plants.create(db, { id: 2n, name: 'Cactus' })).rejects.toThrow('nothing was stored');
  other.transaction(() => removeSeal(other)).immediate();
  expect(await plants.create(db, { id: 2n, name: 'Cactus' })).toEqual({ id: 2n, name: 'Cactus' });
  expect(sealOf(other)).toBeUndefined();
});

test('opening a sealed store reports that it is read-only, with the reason', async () => {
  const { db, url } = await newSealed(moved);
  expect(db.readOnlyReason).toBeUndefined();
  expect((await open(url)).readOnlyReason).toMatch(/^the store has moved to the database db\.example\.com/);
});

test('a migration changes a sealed store, even with a rebuild, and seals every table again', async () => {
  const { other, path } = await newSealed(moved);
  const folder = withLater(
    '9000_rebuilt',
    `
      CREATE TABLE "new_plants" ("id" INTEGER NOT NULL PRIMARY KEY, "name" TEXT NOT NULL, "tag" TEXT, "added_at" BIGINT NOT NULL, "note" TEXT);
      INSERT INTO "new_plants" SELECT "id", "name", "tag", "added_at", 'kept' FROM "plants";
      DROP TABLE "plants";
      ALTER TABLE "new_plants" RENAME TO "plants";
      CREATE TABLE "notes" ("id" INTEGER PRIMARY KEY);
      UPDATE "plants" SET "note" = 'changed';
      UPDATE "tokens" SET "name" = 'cashier';`,
  );
  migrateSqlite(other, folder);
  expect(other.prepare('SELECT name, note FROM plants').all()).toEqual([{ name: 'Fern', note: 'changed' }]);
  expect(other.prepare('SELECT name FROM tokens').pluck().all()).toEqual(['cashier']);
  expect(sealOf(other)).toEqual(moved);
  const again = connect(path);
  for (const write of ['UPDATE plants SET note = 1', 'INSERT INTO notes VALUES (1)', 'DELETE FROM tokens'])
    expect(() => again.exec(write), write).toThrow('plant-store: moved to db.example.com');
});

test('a failed migration does not change the seal', async () => {
  const { other } = await newSealed(moved);
  expect(() => migrateSqlite(other, withLater('9000_wrong', 'DROP TABLE nothing;'))).toThrow('9000_wrong');
  expect(sealOf(other)).toEqual(moved);
  expect(() => other.exec('DELETE FROM plants')).toThrow('plant-store: moved');
});
