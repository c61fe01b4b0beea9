import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { backups, plants, restore, StartError, tokens } from '../../src/index.ts';
import { startProcess } from '../other-process.ts';
import { connect, newFolder } from '../store.ts';
import { extremes, plantsIn, quietly, storeToBackUp } from './backups.ts';
import { sha256 } from './migrations.ts';

const verdicts = async (folder: string) =>
  (await backups.list(folder, quietly)).map(({ verdict }) => verdict);

test('a backup of a store that is open holds all of it, to the last bit, and says so in its record', async () => {
  const { db, path, folder, take } = await storeToBackUp();
  await tokens.create(db, { name: 'clerk', scopes: ['admin'] });
  const { record } = await take();
  const file = join(folder, record.file);
  expect(record).toMatchObject({
    store: path,
    bytes: statSync(file).size,
    sha256: sha256(readFileSync(file)),
    verdict: 'proven',
    tables: [
      { name: 'plants', count: 4 },
      { name: 'tokens', count: 1 },
      { name: 'sessions', count: 0 },
    ],
  });
  expect(JSON.parse(readFileSync(join(folder, `${record.name}.json`), 'utf8'))).toMatchObject(record);
  const elsewhere = join(newFolder(), 'plants.db');
  await restore(`file:${elsewhere}`, folder, record.name, quietly);
  expect(await plantsIn(elsewhere)).toEqual(extremes);
});

test('only its owner may read a backup, and nothing but it and its record is left in the folder', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  expect(readdirSync(folder).sort()).toEqual([record.file, `${record.name}.json`]);
  for (const path of ['', record.file, `${record.name}.json`])
    expect((statSync(join(folder, path)).mode & 0o077).toString(8)).toBe('0');
});

test('the hashes are those of the content, however the database lays it out', async () => {
  const { db, path, take } = await storeToBackUp();
  const { record: before } = await take();
  await db.close();
  const connection = connect(path);
  connection.pragma('journal_mode = DELETE');
  connection.pragma('page_size = 16384');
  connection.exec('VACUUM');
  connection.close();
  const { record: after } = await take();
  expect(after.bytes).not.toBe(before.bytes);
  expect(after.tables).toEqual(before.tables);
});

test('one flipped bit is found by list and by verify, wherever it is, in the file or in the record', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  for (const name of [record.file, `${record.name}.json`]) {
    const path = join(folder, name);
    const whole = readFileSync(path);
    const offsets = [
      0,
      whole.length - 1,
      ...Array.from({ length: 12 }, () => Math.floor(Math.random() * whole.length)),
    ];
    for (const offset of offsets) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(offset) ^ (1 << Math.floor(Math.random() * 8)), offset);
      writeFileSync(path, flipped);
      expect(await verdicts(folder), `list, byte ${offset} of ${name}`).toEqual(['damaged']);
      const { verdict, problem } = await backups.verify('file:', folder, record.name, quietly);
      expect(verdict, `verify, byte ${offset} of ${name}`).toBe('damaged');
      expect(problem).toBeTruthy();
    }
    writeFileSync(path, whole);
  }
  expect(await verdicts(folder)).toEqual(['proven']);
});

test('verify restores and compares again, and its moment is kept', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const found = await backups.verify('file:', folder, record.name, quietly);
  expect(found.verdict).toBe('proven');
  expect(Date.parse(found.record?.verifiedAt ?? '')).toBeGreaterThan(Date.parse(record.verifiedAt));
  const [listed] = await backups.list(folder, quietly);
  expect(listed?.record).toEqual({ ...record, verifiedAt: found.record?.verifiedAt });
});

test('what is no backup of its own is told apart: no record, no file, other files', async () => {
  const { folder, take } = await storeToBackUp();
  const { record: first } = await take();
  const { record: second } = await take();
  const { record: third } = await take();
  rmSync(join(folder, first.file));
  rmSync(join(folder, `${second.name}.json`));
  writeFileSync(join(folder, 'notes.json'), '{}');
  const found = await backups.list(folder, quietly);
  expect(found.map(({ name, verdict }) => [name, verdict])).toEqual([
    [third.name, 'proven'],
    [second.name, 'unproven'],
    [first.name, 'missing'],
  ]);
  for (const name of [first.name, second.name])
    await expect(restore(`file:${join(folder, 'x.db')}`, folder, name, quietly)).rejects.toThrow(
      /was not restored/,
    );
});

test('keep removes the oldest proven ones beyond so many, and neither unproven nor damaged ones nor another store’s', async () => {
  const { folder, take } = await storeToBackUp();
  const other = await storeToBackUp();
  const { record: foreign } = await backups.create(other.url, { folder, onProgress: quietly });
  const taken = [];
  for (let i = 0; i < 4; i++) taken.push((await take()).record);
  const [oldest, damaged, kept, unproven] = taken as [
    typeof foreign,
    typeof foreign,
    typeof foreign,
    typeof foreign,
  ];
  truncateSync(join(folder, damaged.file), 100);
  rmSync(join(folder, `${unproven.name}.json`));
  const { record: newest, removed } = await take(2);
  expect(removed).toEqual([oldest.name]);
  const names = (await backups.list(folder, quietly)).map(({ name }) => name);
  expect(names).toEqual([newest, unproven, kept, damaged, foreign].map(({ name }) => name));
});

test('what a killed run left is cleared away, and backups of one moment have names of their own', async () => {
  const { folder, take } = await storeToBackUp();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.unfinished-plants.db'), 'half');
  await take();
  await take();
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(await verdicts(folder)).toEqual(['proven', 'proven']);
});

test('of two backups at once into one folder the second is refused, and the first is not disturbed', async () => {
  const { folder, take } = await storeToBackUp();
  const outcomes = await Promise.allSettled([take(), take()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: expect.objectContaining({
      message: expect.stringMatching(/^Another backup, restore or promotion is at work in /),
    }),
  });
  expect(await verdicts(folder)).toEqual(['proven']);
});

function breakPage(path: string, page: number) {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);
  closeSync(file);
}

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

test('where there is no store, that is said, and no folder is made', async () => {
  const folder = join(newFolder(), 'backups');
  const url = `file:${join(newFolder(), 'plants.db')}`;
  await expectFailure(
    () => backups.create(url, { folder, onProgress: quietly }),
    /^There is no store at .*"npm start"/,
    folder,
  );
});

test('a file that is no store is not backed up', async () => {
  const folder = join(newFolder(), 'backups');
  const path = join(newFolder(), 'plants.db');
  writeFileSync(path, 'not a database '.repeat(1_000));
  await expectFailure(
    () => backups.create(`file:${path}`, { folder, onProgress: quietly }),
    /is damaged or is not an SQLite/,
    folder,
  );
});

test('a store that cannot be opened is said in one line, as at the start', async () => {
  const folder = join(newFolder(), 'backups');
  const path = join(newFolder(), 'plants.db');
  mkdirSync(path);
  await expectFailure(
    () => backups.create(`file:${path}`, { folder, onProgress: quietly }),
    /^DATABASE_URL: cannot read or write .*plants\.db \(SQLITE_CANTOPEN.*\); give it and its folder to the user/,
    folder,
  );
});

test('a damaged store gives no backup, and what there was is kept', async () => {
  const { db, path, folder, take } = await storeToBackUp();
  for (let id = 1n; id < 300n; id++) await plants.create(db, { id, name: 'Fern '.repeat(20) });
  await take();
  await db.close();
  breakPage(path, Math.floor(statSync(path).size / 4096 / 2));
  await expectFailure(take, /is damaged|did not stand the test/, folder);
  expect(await verdicts(folder)).toEqual(['proven']);
});

test.each([
  [
    'lacks a plant',
    'it differs in plants',
    (copy: string) => connect(copy).exec('DELETE FROM plants WHERE id = 0'),
  ],
  ['has a broken page', 'SQLite finds it damaged', (copy: string) => breakPage(copy, 2)],
])('a copy that %s is not kept', async (_what, problem, spoil) => {
  const { url, folder, take } = await storeToBackUp();
  await take();
  let isSpoilt = false;
  const onProgress = ({ doing }: { doing: string }) => {
    if (doing !== 'reading the store' || isSpoilt) return;
    isSpoilt = true;
    spoil(join(folder, readdirSync(folder).find((name) => /^\.unfinished.*\.db$/.test(name)) ?? ''));
  };
  const message = new RegExp(
    `^The backup did not stand the test, and was not kept: once restored, ${problem}`,
  );
  await expectFailure(() => backups.create(url, { folder, onProgress }), message, folder);
});

test('a store that does not fit on the disk is refused before a byte is written', async () => {
  const { path, db, folder, take } = await storeToBackUp();
  await db.close();
  const { bavail, bsize } = statfsSync(dirname(path));
  const pages = Math.ceil((bavail * bsize) / 4096 / 2) + 10_000;
  // SQLite believes the header if the file is that long, and a file may be longer than the disk.
  truncateSync(path, pages * 4096);
  const file = openSync(path, 'r+');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(pages);
  writeSync(file, size, 0, 4, 28);
  closeSync(file);
  mkdirSync(folder, { recursive: true });
  await expectFailure(
    take,
    /^The disk that holds .* has .* left, and .* are needed; free some space/,
    folder,
  );
});

test('a write that fails midway leaves nothing, and is said', async () => {
  const { db, path, folder } = await storeToBackUp();
  for (let id = 1n; id < 300n; id++) await plants.create(db, { id, name: 'Fern '.repeat(20) });
  // The system lets a file of this process become 32 kB long and no longer, as a full disk would.
  const { code, stderr } = await startProcess('backs', path, folder, '0', '32').ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The disk that holds .*backups/);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written to is named', async () => {
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

test('who stops it amid the work leaves nothing behind', async () => {
  const { url, folder, take } = await storeToBackUp();
  await take();
  for (const stopAt of [
    'copying',
    'reading the store',
    'restoring it to compare',
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

test('a backup can be moved to another folder, with its record', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const elsewhere = join(newFolder(), 'moved');
  renameSync(folder, elsewhere);
  expect((await backups.verify('file:', elsewhere, record.name, quietly)).verdict).toBe('proven');
});
