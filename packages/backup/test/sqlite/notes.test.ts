import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, restore, type StoreParts, verify } from '@plant-store/backup';
import { sqliteBackupEngine } from '@plant-store/backup/sqlite';
import { sql } from '@plant-store/engine';
import { prepareSqliteFile } from '@plant-store/engine/sqlite/file';
import { newFolder, rowsOf } from '@plant-store/engine/testing';
import { expect, test } from 'vitest';

test('a store of notes, which knows no plant, is backed up, proven and restored with its event', async () => {
  const folder = newFolder();
  const migrations = join(folder, 'migrations');
  mkdirSync(join(migrations, '0001'), { recursive: true });
  writeFileSync(
    join(migrations, '0001/migration.sql'),
    'CREATE TABLE "notes" ("id" INTEGER PRIMARY KEY, "text" TEXT); CREATE TABLE "journal" ("what" TEXT)',
  );
  const files = { migrations, companions: [], stagingWord: 'staged' };
  const url = `file:${join(folder, 'notes.db')}`;
  await prepareSqliteFile(join(folder, 'notes.db'), files);
  await rowsOf(url, `INSERT INTO "notes" VALUES (1, 'Water the fern')`);
  const parts: StoreParts = {
    tables: [{ name: 'notes', key: ['id'], columns: { id: 'BigInt', text: 'String' } }],
    mainTable: 'notes',
    contentText: String,
    files,
    preparation: { migrations, tables: [], firstTables: [], prepare: async () => undefined },
    *record(_engine, { action }) {
      yield sql`INSERT INTO "journal" ("what") VALUES (${action})`;
    },
    *whenSealed() {},
  };
  const engineOf = async () => sqliteBackupEngine(join(folder, 'notes.db'), parts);
  const backups = join(folder, 'backups');
  const onProgress = () => undefined;
  const { record } = await create(engineOf, url, { folder: backups, keep: 1, onProgress });
  expect(record.tables).toMatchObject([{ name: 'notes', count: 1 }]);
  await rowsOf(url, 'DELETE FROM "notes"');
  expect((await verify(engineOf, url, backups, record.name, onProgress)).verdict).toBe('proven');
  await restore(engineOf, url, backups, record.name, onProgress);
  expect(await rowsOf(url, 'SELECT "text" FROM "notes"')).toEqual([{ text: 'Water the fern' }]);
  expect(await rowsOf(url, 'SELECT * FROM "journal"')).toEqual([{ what: 'store.restore' }]);
});
