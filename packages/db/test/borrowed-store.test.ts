import { expect, onTestFinished, test } from 'vitest';
import { auditLog, plants, tokens } from '../src/index.ts';
import { borrowStore } from './borrowed-store.ts';
import { isOnPostgresql, rowsOf } from './testing.ts';

/** A borrowed store whose test ends with `end`. */
async function borrowBriefly() {
  const ends: (() => void | Promise<void>)[] = [];
  const { db, url } = await borrowStore((atEnd) => void ends.push(atEnd));
  const end = async () => {
    for (const atEnd of ends) await atEnd();
  };
  return { db, url, end };
}

test('a store that another test has filled is empty, and its search finds nothing', async () => {
  const { db, url, end } = await borrowBriefly();
  await plants.create(db, { id: 1n, name: 'Fern', tag: 'shade' });
  await tokens.create(db, { name: 'till', scopes: ['plants:read'] });
  await end();
  const next = await borrowStore(onTestFinished);
  expect(next.url).toBe(url);
  expect(await plants.list(next.db, { limit: 9 })).toMatchObject({ plants: [] });
  expect(await plants.count(next.db, { words: ['fern'] })).toBe(0);
  expect(await tokens.list(next.db)).toEqual([]);
  await auditLog.chainPending(next.db);
  expect((await auditLog.list(next.db, { filter: {}, limit: 9 })).entries).toEqual([]);
  expect(await auditLog.verify(next.db)).toMatchObject({ entries: 0n });
});

test('a store with changed triggers is not used as it is', async () => {
  const { url, end } = await borrowBriefly();
  const name = 'audit_entries_are_not_changed';
  await rowsOf(url, `DROP TRIGGER ${name}${isOnPostgresql ? ' ON audit_entries' : ''}`);
  await end();
  const { db, url: nextUrl } = await borrowStore(onTestFinished);
  await plants.create(db, { id: 1n, name: 'Fern' });
  await auditLog.chainPending(db);
  await expect(rowsOf(nextUrl, `UPDATE audit_entries SET action = 'x'`)).rejects.toThrow();
});

test('work after the end of a test does not reach the next one', async () => {
  const { db, end } = await borrowBriefly();
  const begun = Array.from({ length: 20 }, (_, id) => plants.create(db, { id: BigInt(id), name: 'Fern' }));
  await end();
  await Promise.allSettled(begun);
  await expect(async () => plants.create(db, { id: 99n, name: 'Moss' })).rejects.toThrow('has ended');
  const next = await borrowStore(onTestFinished);
  expect(await plants.list(next.db, { limit: 9 })).toMatchObject({ plants: [] });
});
