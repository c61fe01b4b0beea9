import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileHash, modesIn, openFolder } from '@plant-store/engine/testing/database-file';
import { expect, test, vi } from 'vitest';
import { tables } from '../../../src/core/models.ts';
import { backups, restore, tokens } from '../../../src/index.ts';
import { extremes, plantsIn, quietly, verdicts } from '../../backups.ts';
import { connect, newFolder, open } from '../../store.ts';
import { storeToBackUp } from './backups.ts';

test('a backup of an open store has exactly the data of the store, and a record of the data', async () => {
  const { db, path, folder, take } = await storeToBackUp();
  await tokens.create(db, { name: 'clerk', scopes: ['admin'] });
  const { record } = await take();
  const counts: Record<string, number> = { plants: 4, tokens: 1, actors: 1, audit_entries: 5, audit_head: 1 };
  const file = join(folder, record.file);
  expect(record).toMatchObject({
    store: path,
    bytes: statSync(file).size,
    sha256: fileHash(file),
    verdict: 'proven',
    tables: tables.map(({ name }) => ({ name, count: counts[name] ?? 0 })),
  });
  expect(JSON.parse(readFileSync(join(folder, `${record.name}.json`), 'utf8'))).toMatchObject(record);
  const elsewhere = join(newFolder(), 'plants.db');
  await restore(`file:${elsewhere}`, folder, record.name, quietly);
  expect(await plantsIn(elsewhere)).toEqual(extremes);
});

test('only the owner can read a backup, and its folder contains only the backup and its record', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  expect(readdirSync(folder).sort()).toEqual([record.file, `${record.name}.json`]);
  for (const path of ['', record.file, `${record.name}.json`])
    expect((statSync(join(folder, path)).mode & 0o077).toString(8)).toBe('0');
});

test('the hashes depend on the content, not on the layout of the database', async () => {
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

test("keep removes the oldest proven backups, but no unproven, damaged or other store's backups", async () => {
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

test('keep never removes a backup with plants in favour of one without', async () => {
  const { db, folder, take } = await storeToBackUp();
  const { record: full } = await take();
  for (const { id } of extremes) await db.prisma.plant.delete({ where: { id } });
  const { record: empty } = await take(1);
  const { record: newest, removed } = await take(1);
  expect(removed).toEqual([empty.name]);
  expect((await backups.list(folder, quietly)).map(({ name }) => name)).toEqual([newest.name, full.name]);
});

test('keep never removes the backup that was just made, even after the clock was set back', async () => {
  const { folder, take } = await storeToBackUp();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2100-01-01') });
  const { record: fromFuture } = await take().finally(() => vi.useRealTimers());
  const { record, removed } = await take(1);
  expect(removed).toEqual([fromFuture.name]);
  expect((await backups.list(folder, quietly)).map(({ name }) => name)).toEqual([record.name]);
});

test('a backup removes the files of a killed one, and simultaneous backups have different names', async () => {
  const { folder, take } = await storeToBackUp();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.unfinished-plants.db'), 'half');
  await take();
  await take();
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(await verdicts(folder)).toEqual(['proven', 'proven']);
});

test('the second of two concurrent backups into one folder is refused', async () => {
  const { folder, take } = await storeToBackUp();
  const outcomes = await Promise.allSettled([take(), take()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: expect.objectContaining({
      message: expect.stringMatching(/^Another backup, restore or promotion is running in /),
    }),
  });
  expect(await verdicts(folder)).toEqual(['proven']);
});

test('backups, restored stores and kept stores are readable for the owner alone', async () => {
  const folder = openFolder();
  const path = join(folder, 'plants.db');
  await (await open(path)).close();
  chmodSync(path, 0o644);
  const to = openFolder();
  const { record } = await backups.create(`file:${path}`, { folder: to, onProgress: quietly });
  expect(modesIn(to)).toEqual([`${record.name}.db 600`, `${record.name}.json 600`]);
  expect(modesIn(folder)).toEqual(['plants.db 600']);
  chmodSync(path, 0o644);
  const { movedTo = '' } = await restore(`file:${path}`, to, record.name, quietly);
  expect(modesIn(folder)).toEqual(['plants.db 600', `${movedTo.slice(folder.length + 1)} 600`]);
});
