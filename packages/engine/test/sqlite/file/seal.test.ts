import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { withFolderLock } from '../../../src/files/folder-lock.ts';
import { migrateSqlite } from '../../../src/sqlite/file/migrations.ts';
import { putSeal, removeSeal, type Seal, sealOf } from '../../../src/sqlite/file/seal.ts';
import { migrated, migrationsFolder } from '../../migrations.ts';
import { connect, newStore, notes } from '../../store.ts';

const moving: Seal = { state: 'moving', to: "db.example.com:5432/o'plants" };
const moved: Seal = { state: 'moved', to: "db.example.com:5432/o'plants" };

/** An open store with a note, which another process then seals. */
async function newSealed(seal: Seal) {
  const store = await newStore();
  await notes.create(store.db, { id: 1n, text: 'Fern' });
  const other = connect(store.path);
  other.transaction(() => putSeal(other, seal)).immediate();
  return { ...store, other };
}

test('even the first refusal says whether the promotion is running or was interrupted', async () => {
  const { db, path } = await newSealed(moving);
  const refusal = (id: bigint) =>
    notes.create(db, { id, text: 'Cactus' }).catch((cause: Error) => cause.message);
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
  await expect(notes.create(db, { id: 2n, text: 'Cactus' })).rejects.toThrow('nothing was stored');
  other.transaction(() => removeSeal(other)).immediate();
  expect(await notes.create(db, { id: 2n, text: 'Cactus' })).toEqual({ id: 2n, text: 'Cactus' });
  expect(sealOf(other)).toBeUndefined();
});

test('opening a sealed store reports that it is read-only, with the reason', async () => {
  const { db, again } = await newSealed(moved);
  expect(db.readOnlyReason).toBeUndefined();
  expect((await again()).readOnlyReason).toMatch(/^the store has moved to the database db\.example\.com/);
});

/** A sealed file with a note and a label, and one later migration, which it lacks. */
async function sealedFile(name: string, sql: string) {
  const first = {
    '0001_first': `CREATE TABLE "notes" ("id" INTEGER NOT NULL PRIMARY KEY, "text" TEXT); INSERT INTO "notes" VALUES (1, 'Fern');
      CREATE TABLE "labels" ("name" TEXT); INSERT INTO "labels" VALUES ('clerk');`,
  };
  const path = (await migrated(first)).slice('file:'.length);
  const other = connect(path);
  other.transaction(() => putSeal(other, moved)).immediate();
  return { path, other, folder: migrationsFolder({ ...first, [name]: sql }) };
}

test('a migration changes a sealed store, even with a rebuild, and seals every table again', async () => {
  const { other, path, folder } = await sealedFile(
    '9000_rebuilt',
    `
      CREATE TABLE "new_notes" ("id" INTEGER NOT NULL PRIMARY KEY, "text" TEXT NOT NULL, "more" TEXT);
      INSERT INTO "new_notes" SELECT "id", "text", 'kept' FROM "notes";
      DROP TABLE "notes";
      ALTER TABLE "new_notes" RENAME TO "notes";
      CREATE TABLE "added" ("id" INTEGER PRIMARY KEY);
      UPDATE "notes" SET "more" = 'changed';
      UPDATE "labels" SET "name" = 'cashier';`,
  );
  migrateSqlite(other, folder);
  expect(other.prepare('SELECT text, more FROM notes').all()).toEqual([{ text: 'Fern', more: 'changed' }]);
  expect(other.prepare('SELECT name FROM labels').pluck().all()).toEqual(['cashier']);
  expect(sealOf(other)).toEqual(moved);
  const again = connect(path);
  for (const write of ['UPDATE notes SET more = 1', 'INSERT INTO added VALUES (1)', 'DELETE FROM labels'])
    expect(() => again.exec(write), write).toThrow('plant-store: moved to db.example.com');
});

test('a failed migration does not change the seal', async () => {
  const { other, folder } = await sealedFile('9000_wrong', 'DROP TABLE nothing;');
  expect(() => migrateSqlite(other, folder)).toThrow('9000_wrong');
  expect(sealOf(other)).toEqual(moved);
  expect(() => other.exec('DELETE FROM notes')).toThrow('plant-store: moved');
});
