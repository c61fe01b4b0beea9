import {
  existsSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { breakPage, overwrite, pageBytes } from '@plant-store/engine/testing/database-file';
import { expect, test } from 'vitest';
import { backups, plants, StartError } from '../../../src/index.ts';
import { quietly, verdicts } from '../../backups.ts';
import { failCalls } from '../../failing-files.ts';
import { startProcess } from '../../other-process.ts';
import { connect, newFolder } from '../../store.ts';
import { storeToBackUp } from './backups.ts';

/** Expects a reported failure, and an unchanged folder of backups. */
async function expectFailure(attempt: () => Promise<unknown>, message: RegExp, folder: string) {
  const before = existsSync(folder) ? readdirSync(folder) : 'no folder';
  const cause = await attempt().then(
    () => undefined,
    (error) => error,
  );
  expect(cause).toBeInstanceOf(StartError);
  expect(cause.message).toMatch(message);
  expect(existsSync(folder) ? readdirSync(folder) : 'no folder').toEqual(before);
}

/** Expects no backup of the file at `path`, and no new folder for it. */
async function expectNone(path: string, message: RegExp) {
  const folder = join(newFolder(), 'backups');
  await expectFailure(() => backups.create(`file:${path}`, { folder, onProgress: quietly }), message, folder);
}

test('a missing store is reported, and no folder is made', () =>
  expectNone(join(newFolder(), 'plants.db'), /^There is no store at .*"npm start"/));

test('a backup of a file other than a store is refused', async () => {
  const path = join(newFolder(), 'plants.db');
  writeFileSync(path, 'not a database '.repeat(1_000));
  await expectNone(path, /is damaged or is not an SQLite/);
});

test('a backup of a store that cannot be opened fails with one line', async () => {
  const path = join(newFolder(), 'plants.db');
  mkdirSync(path);
  await expectNone(
    path,
    /^DATABASE_URL: cannot read or write .*plants\.db \(SQLITE_CANTOPEN.*\); give this user access to it and its folder/,
  );
});

test('a backup of a damaged store fails, and older backups are kept', async () => {
  const { db, path, folder, take } = await storeToBackUp();
  for (let id = 1n; id < 300n; id++) await plants.create(db, { id, name: 'Fern '.repeat(20) });
  await take();
  await db.close();
  breakPage(path, Math.floor(statSync(path).size / pageBytes / 2));
  await expectFailure(take, /is damaged|failed its verification/, folder);
  expect(await verdicts(folder)).toEqual(['proven']);
});

test.each([
  [
    'lacks a plant',
    'it differs in plants',
    (copy: string) => connect(copy).exec('DELETE FROM plants WHERE id = 0'),
  ],
  ['has a broken page', 'SQLite reports damage', (copy: string) => breakPage(copy, 2)],
])('a backup whose copy %s is not kept', async (_what, problem, spoil) => {
  const { url, folder, take } = await storeToBackUp();
  await take();
  let isSpoilt = false;
  const onProgress = ({ doing }: { doing: string }) => {
    if (doing !== 'reading the store' || isSpoilt) return;
    isSpoilt = true;
    spoil(join(folder, readdirSync(folder).find((name) => /^\.unfinished.*\.db$/.test(name)) ?? ''));
  };
  const message = new RegExp(
    `^The backup failed its verification and was not kept: once restored, ${problem}`,
  );
  await expectFailure(() => backups.create(url, { folder, onProgress }), message, folder);
});

test('a backup without enough disk space is refused before its first byte', async () => {
  const { path, db, folder, take } = await storeToBackUp();
  await db.close();
  const { bavail, bsize } = statfsSync(dirname(path));
  const pages = Math.ceil((bavail * bsize) / pageBytes / 2) + 10_000;
  // SQLite trusts the length in the header, and a sparse file may be larger than the disk.
  truncateSync(path, pages * pageBytes);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(pages);
  overwrite(path, 28, size);
  mkdirSync(folder, { recursive: true });
  await expectFailure(
    take,
    /^The disk that holds .* has .* free, and .* are required; free some space/,
    folder,
  );
});

test('a backup with a failed write leaves nothing and is reported', async () => {
  const { db, path, folder } = await storeToBackUp();
  for (let id = 1n; id < 300n; id++) await plants.create(db, { id, name: 'Fern '.repeat(20) });
  // The system limits a file of this process to 32 kB, which is like a full disk.
  const { code, stderr } = await startProcess('backs', path, folder, '0', '32').ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The disk that holds .*backups/);
  expect(readdirSync(folder)).toEqual([]);
});

test('the error for a folder of backups without write permission names the folder', async () => {
  const { url } = await storeToBackUp();
  const attempt = (folder: string) => backups.create(url, { folder, onProgress: quietly });
  await expectFailure(
    () => attempt('/proc/plant-store'),
    /^Cannot read or write \/proc\/plant-store/,
    '/proc/plant-store',
  );
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  await expect(attempt(file)).rejects.toThrow(/^Cannot read or write /);
});

test('a cancelled backup leaves nothing', async () => {
  const { url, folder, take } = await storeToBackUp();
  await take();
  for (const stopAt of [
    'copying',
    'reading the store',
    'restoring the backup for comparison',
    'checking its integrity',
    'comparing',
  ]) {
    const onProgress = ({ doing }: { doing: string }) => {
      if (doing === stopAt) throw new StartError(`stopped while ${doing}`);
    };
    await expectFailure(
      () => backups.create(url, { folder, onProgress }),
      new RegExp(`^stopped while ${stopAt}$`),
      folder,
    );
  }
});

test('a proven backup is reported although its scratch files stay; the next backup removes them', async () => {
  const { folder, take } = await storeToBackUp();
  const mend = failCalls(
    'rmSync',
    (path) => /\.unfinished-restored/.test(`${path}`) && existsSync(`${path}`),
  );
  const { record } = await take();
  expect(await verdicts(folder)).toEqual(['proven']);
  expect(readdirSync(folder)).toContain('.unfinished-restored.db');
  mend();
  const { record: next } = await take();
  expect(readdirSync(folder).sort()).toEqual(
    [record, next].flatMap(({ name }) => [`${name}.db`, `${name}.json`]).sort(),
  );
});
