import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attachStaging } from '@plant-store/engine/sqlite/file';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createStagedWorkRunner } from '../../../../engine/src/sqlite/staged-work.ts';
import { reserveStore } from '../../../src/index.ts';
import { createStagingFile } from '../../../src/sqlite/imports/import-staging.ts';
import { failCalls } from '../../failing-files.ts';
import { importText, inPieces } from '../../files.ts';
import { newFolder, newStore } from '../../store.ts';

const keepStagingFiles = () => failCalls('rmSync', (path) => String(path).includes('-import-'));

const stagingFiles = (path: string) => readdirSync(dirname(path)).filter((name) => name.includes('-import-'));

test('a stored import is answered although its staging file stays; the next start removes the file', async () => {
  const { db, url, path, rows } = await newStore();
  const mend = keepStagingFiles();
  expect(await importText(db, 'id,name\n1,Fern\n2,Moss\n')).toMatchObject({ rows: 2, created: 2 });
  expect(await rows('SELECT "id" FROM "plants"')).toEqual([{ id: 1n }, { id: 2n }]);
  expect(stagingFiles(path)).toHaveLength(1);
  mend();
  onTestFinished((await reserveStore(url)).release);
  expect(stagingFiles(path)).toEqual([]);
});

test('a start goes on when it cannot remove the staging file of an import', async () => {
  const { url, path } = await newStore();
  writeFileSync(`${path}-import-1`, 'x');
  keepStagingFiles();
  onTestFinished((await reserveStore(url)).release);
  expect(existsSync(path)).toBe(true);
});

test('an import keeps the error of its file when the staging file cannot be removed', async () => {
  const { db } = await newStore();
  keepStagingFiles();
  await expect(importText(db, 'colour\ngreen\n')).rejects.toMatchObject({ code: 'unreadableFile' });
});

test('503 for an import whose thread cannot open the files of the store', async () => {
  const { files, writer, semaphore } = {
    files: { fault: () => undefined },
    writer: {},
    semaphore: {},
  } as never;
  const path = join(newFolder(), 'gone/plants.db');
  const run = createStagedWorkRunner({ path, stagingWord: 'import', files, writer, semaphore });
  const script = new URL('../../../src/sqlite/imports/import-thread.ts', import.meta.url);
  const input = { file: undefined, read: {}, duplicates: 'refuse', isDryRun: false, request: {} } as const;
  await expect(run(script, inPieces('id,name\n1,Fern\n'), input, {})).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/; nothing was stored, check its folder, the rights .* open files, /),
  });
});

test('a staging file that stayed attached does not fail the next import', () => {
  const folder = newFolder();
  const connection = new SqliteConnection(join(folder, 'plants.db'));
  onTestFinished(() => void connection.close());
  createStagingFile(connection, join(folder, 'first')).end(false);
  const second = new SqliteConnection(join(folder, 'second'));
  second.exec('CREATE TABLE "kept" ("id")');
  second.close();
  attachStaging(connection, join(folder, 'second'));
  expect(connection.prepare('SELECT name FROM "staging".sqlite_schema').pluck().all()).toEqual(['kept']);
});
