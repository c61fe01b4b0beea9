import { int64Max, int64Min } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { auditLog, plants, tokens } from '../../src/index.ts';
import { emptyStore } from '../store.ts';

type Filter = Parameters<typeof auditLog.list>[1]['filter'];

async function storeWithLog() {
  const { db, rows } = await emptyStore();
  const source = { requestId: 'aaaaaaaa', address: '192.0.2.7' };
  const { token } = await tokens.create(db, { name: 'Gärtnerei', scopes: ['plants:read'] });
  await plants.create(db, { id: 1n, name: 'Fern' }, { actorId: token.actorId, source });
  await plants.create(
    db,
    { id: 2n, name: 'Fern' },
    { source: { requestId: 'bbbbbbbb', address: '192.0.2.8' } },
  );
  await plants.remove(db, 1n, { actorId: token.actorId });
  await auditLog.chainPending(db);
  const numbers = async (filter: Filter) =>
    (await auditLog.list(db, { filter, limit: 9 })).entries.map(({ number }) => Number(number));
  return { db, rows, numbers };
}

test('entries are found by topic, by any of their texts, and by time', async () => {
  const { db, numbers } = await storeWithLog();
  expect(await numbers({})).toEqual([4, 3, 2, 1]);
  expect(await numbers({ about: 'tokens' })).toEqual([1]);
  expect(await numbers({ about: 'refusals' })).toEqual([]);
  expect(await numbers({ text: 'GäRTNEREI' })).toEqual([4, 2, 1]);
  expect(await numbers({ text: 'delete' })).toEqual([4]);
  expect(await numbers({ about: 'plants.create' })).toEqual([3, 2]);
  // The words may have any order. A word of digits matches an id, not any text with these digits.
  expect(await numbers({ text: ' create  gärtnerei ' })).toEqual([2, 1]);
  expect(await numbers({ text: '1' })).toEqual([4, 2]);
  expect(await numbers({ text: '192' })).toEqual([]);
  expect(await numbers({ text: '192.0.2.8' })).toEqual([3]);
  expect(await numbers({ text: 'AAAAAAAA' })).toEqual([2]);
  // These characters have no special meaning in a search.
  for (const text of ['%', '_', "'", '\\', '\0', 'till\0']) expect(await numbers({ text })).toEqual([]);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 9 });
  expect(entries.map(({ by }) => by?.name)).toEqual(['Gärtnerei', undefined, 'Gärtnerei', undefined]);
  const [last] = entries;
  expect(await numbers({ text: last?.hash.toUpperCase() })).toEqual([4]);
  expect(entries[0]?.by?.id).toBe(entries[2]?.by?.id);
  const later = new Date(Number(last?.at) + 1);
  expect(await numbers({ since: later })).toEqual([]);
  expect(await numbers({ until: later })).toEqual([4, 3, 2, 1]);
  expect(await numbers({ until: new Date(0) })).toEqual([]);
});

test('each page begins at the end of the previous page, and the pages have all entries', async () => {
  const { db } = await storeWithLog();
  const seen: number[] = [];
  let before: bigint | undefined;
  do {
    const { entries, next } = await auditLog.list(db, { filter: {}, limit: 3, before });
    seen.push(...entries.map(({ number }) => Number(number)));
    before = next;
  } while (before !== undefined);
  expect(seen).toEqual([4, 3, 2, 1]);
});

test('a page of a long log reads a limited number of entries, and the pages reach the end', async () => {
  const { db, rows } = await storeWithLog();
  const many = 250_000;
  // The list does not check hashes, so these rows need none.
  await rows(`
    INSERT INTO audit_entries (number, at, action, hash)
    WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
    SELECT i, i, 'plants.update', 'aa' FROM n`);
  const filter = { about: 'tokens' } as const;
  const first = await auditLog.list(db, { filter, limit: 9 });
  expect(first).toEqual({ entries: [], next: BigInt(many) - 200_000n + 1n });
  const second = await auditLog.list(db, { filter, limit: 9, before: first.next });
  expect(second).toMatchObject({ entries: [{ number: 1n }], next: undefined });
});

test('a search of the audit log finds characters that have a meaning in LIKE', async () => {
  const { db } = await emptyStore();
  for (const subject of ['50% off', 'a_b', 'c\\d', 'x'])
    await auditLog.add(db, { action: 'tokens.create', subject, by: {} });
  await auditLog.chainPending(db);
  for (const text of ['50%', 'a_b', 'c\\d']) {
    const { entries } = await auditLog.list(db, { filter: { text }, limit: 9 });
    expect(entries.map(({ subject }) => subject?.includes(text))).toEqual([true]);
  }
});

test('a text that matches only in LIKE does not displace entries of a page', async () => {
  const { db, rows } = await storeWithLog();
  await auditLog.add(db, { action: 'tokens.create', subject: 'a_b', by: {} });
  await auditLog.chainPending(db);
  await rows(`
    INSERT INTO audit_entries (number, at, action, subject, hash)
    WITH RECURSIVE n(i) AS (SELECT 6 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    SELECT i, i, 'plants.update', 'axb', 'aa' FROM n`);
  const { entries } = await auditLog.list(db, { filter: { text: 'a_b' }, limit: 1 });
  expect(entries).toMatchObject([{ number: 5n, subject: 'a_b' }]);
});

test('a page before a number above the last entry begins at the end, or is empty', async () => {
  const { db } = await storeWithLog();
  const numbersBefore = async (before: bigint) => {
    const { entries, next } = await auditLog.list(db, { filter: {}, limit: 2, before });
    return [entries.map(({ number }) => number), next];
  };
  expect(await numbersBefore(int64Max)).toEqual([[4n, 3n], 3n]);
  expect(await numbersBefore(int64Min)).toEqual([[], undefined]);
});
