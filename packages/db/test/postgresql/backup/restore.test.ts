import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { backups, plants, restore, webhooks } from '../../../src/index.ts';
import { backupWithoutLog, extremes, plantsIn, quietly, tokensIn, toldIn } from '../../backups.ts';
import { kill9, startProcess } from '../../other-process.ts';
import { newFolder, open } from '../../store.ts';
import { rowsOf } from '../../testing.ts';
import { databases, sqlOnServer, storeToBackUp, urlOnServer, useServerWithDump } from './backups.ts';

useServerWithDump();

// Several processes run one after the other, each for seconds: minutes on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
afterAll(() => vi.resetConfig());

const later = { id: 5n, name: 'Later' };

test('an open store is not restored; a closed store is kept under another name', async () => {
  const { db, name, url, urlOf, folder, take } = await storeToBackUp();
  await webhooks.create(db, { url: 'https://shop.example/', secret: 'whsec_AAAA' });
  const { record } = await take();
  await plants.create(db, later);
  await expect(restore(url, folder, record.name, quietly)).rejects.toThrow(
    /is in use: stop the programs that use it .* Nothing was changed\.$/,
  );
  await db.close();
  const { movedTo = '' } = await restore(url, folder, record.name, quietly);
  expect(await plantsIn(url)).toEqual(extremes);
  // The pending entries are chained first.
  expect(await toldIn(url)).toEqual([
    ...extremes.map(({ id }) => `plants.create ${id}`),
    'webhooks.create https://shop.example/',
    `store.restore ${record.takenAt}`,
  ]);
  expect(await plantsIn(urlOf(movedTo))).toEqual([...extremes, later]);
  const reasons = (place: string) => rowsOf(place, 'SELECT reason FROM webhooks WHERE off_at IS NOT NULL');
  expect(await reasons(url)).toEqual([{ reason: 'the store was restored from a backup' }]);
  expect(await reasons(urlOf(movedTo))).toEqual([]);
  expect((await databases()).filter((one) => one.startsWith(name) || one.includes('scratch')).sort()).toEqual(
    [name, movedTo],
  );
});

test('a backup from before the audit log is restored and recorded', async () => {
  const name = `plants_${randomUUID().slice(0, 8)}`;
  await sqlOnServer(`CREATE DATABASE ${name}`);
  const url = urlOnServer(name);
  const { folder, record } = await backupWithoutLog(url);
  await restore(url, folder, record.name, quietly);
  const rows = await rowsOf(url, 'SELECT number, action, subject FROM audit_entries');
  expect(rows).toEqual([{ number: 1n, action: 'store.restore', subject: record.takenAt }]);
  expect(await toldIn(url)).toEqual([`store.restore ${record.takenAt}`]);
  expect(await plantsIn(url)).toEqual([{ id: 1n, name: 'Fern' }]);
  const createdAt = new Date('2026-01-02T03:04:05.006Z');
  expect(await tokensIn(url)).toMatchObject([{ name: 'till', createdAt }]);
});

test('a backup whose audit log was manipulated is not restored', async () => {
  const { db, url, folder, take } = await storeToBackUp();
  await rowsOf(
    url,
    "INSERT INTO audit_entries (number, at, action, hash) VALUES (1, 1, 'plants.create', '')",
  );
  const { record } = await take();
  await db.close();
  await expect(restore(url, folder, record.name, quietly)).rejects.toThrow(
    /Another program has written to the audit log of the backup/,
  );
  expect(await plantsIn(url)).toEqual(extremes);
});

test('kill -9 during a restore leaves the old or the new store, and the next restore cleans up', async () => {
  const { db, url, name, folder, take } = await storeToBackUp();
  const { record } = await take();
  await plants.create(db, later);
  await db.close();
  let wasDone = false;
  for (let afterMs = 100; !wasDone; afterMs += 150) {
    const restoring = startProcess('restores', url, folder, record.name, '0');
    const timer = setTimeout(() => void kill9(restoring), afterMs);
    const { signal, stderr, code } = await restoring.ended;
    clearTimeout(timer);
    if (signal !== 'SIGKILL') expect([code, stderr]).toEqual([0, '']);
    wasDone = signal !== 'SIGKILL';
    const found = await plantsIn(url);
    expect([extremes, [...extremes, later]]).toContainEqual(found);
    if (found.length === extremes.length) wasDone = true;
  }
  expect(await plantsIn(url)).toEqual(extremes);
  await restore(url, folder, record.name, quietly);
  expect((await databases()).filter((one) => one.includes('scratch'))).toEqual([]);
  expect((await databases()).filter((one) => one.startsWith(name)).length).toBe(3);
});

test('a backup reads a URL like the server: options, user, password, percent signs', async () => {
  const name = `100%_${randomUUID().slice(0, 8)}`;
  await sqlOnServer(`CREATE DATABASE "${name}" TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(urlOnServer('postgres'));
  url.pathname = `/${name}`;
  for (const part of ['username', 'password'] as const) {
    url.searchParams.set(part === 'username' ? 'user' : part, decodeURIComponent(url[part]));
    url[part] = '';
  }
  const db = await open(url.href);
  await plants.create(db, { id: 1n, name: 'Fern' });
  const folder = join(newFolder(), 'backups');
  const { record } = await backups.create(url.href, { folder, onProgress: quietly });
  await db.close();
  const { movedTo } = await restore(url.href, folder, record.name, quietly);
  expect(movedTo).toContain(`${name}_before_restore_`);
  expect(await plantsIn(url.href)).toEqual([{ id: 1n, name: 'Fern' }]);
});
