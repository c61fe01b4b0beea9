import { expect, test } from 'vitest';
import { type AuthCondition, authRecords, people } from '../../src/index.ts';
import { newStore } from '../store.ts';

const is = (field: string, value: unknown, operator = 'eq'): AuthCondition => ({
  field,
  operator,
  value,
  connector: 'AND',
});

async function storeWithSessions() {
  const { db, rows } = await newStore();
  const account = { name: 'Ann', email: 'ann@example.com', passwordHash: 'salt:hash' };
  const { id: person_id } = await people.createOwner(db, account);
  const records = authRecords(db);
  const at = new Date('2026-11-22T09:00:00.123Z');
  for (const [id, token, days] of [
    ['a', 'first token', 1],
    ['b', 'second token', 2],
    ['c', 'third token', 3],
  ] as const) {
    const expires_at = new Date(at.getTime() + days * 86_400_000);
    const row = {
      id,
      hash: token,
      person_id,
      address: '',
      agent: null,
      created_at: at,
      updated_at: at,
      expires_at,
    };
    await records.insert('person_sessions', { ...row, image: 'what is not kept' });
  }
  const idsOf = async (...where: AuthCondition[]) =>
    (await records.select('person_sessions', where, { limit: 10 })).map(({ id }) => id);
  return { records, rows, at, person_id, idsOf };
}

test('the token of a session is stored as its hash, and is found and given back by itself', async () => {
  const { records, rows, at } = await storeWithSessions();
  expect(
    JSON.stringify((await rows('SELECT "hash" FROM "person_sessions"')).flatMap(Object.values)),
  ).not.toContain('token');
  const [found] = await records.select('person_sessions', [is('hash', 'second token')], { limit: 1 });
  expect(found).toMatchObject({ id: 'b', hash: 'second token', created_at: at, agent: null });
  expect(await records.select('person_sessions', [is('hash', 'another token')], { limit: 1 })).toEqual([]);
});

test('rows are found by what better-auth asks for', async () => {
  const { at, idsOf, person_id, records } = await storeWithSessions();
  const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000);
  expect(await idsOf()).toEqual(['a', 'b', 'c']);
  expect(await idsOf(is('id', ['a', 'c', 'x'], 'in'))).toEqual(['a', 'c']);
  expect(await idsOf(is('id', [], 'in'))).toEqual([]);
  expect(await idsOf(is('hash', ['first token', 'third token'], 'in'))).toEqual(['a', 'c']);
  expect(await idsOf(is('expires_at', inDays(2), 'lt'))).toEqual(['a']);
  expect(await idsOf(is('expires_at', inDays(2), 'lte'))).toEqual(['a', 'b']);
  expect(await idsOf(is('expires_at', inDays(2), 'gt'))).toEqual(['c']);
  expect(await idsOf(is('expires_at', inDays(2), 'gte'), is('person_id', person_id))).toEqual(['b', 'c']);
  expect(await idsOf(is('agent', null))).toEqual(['a', 'b', 'c']);
  const sortBy = { field: 'expires_at', direction: 'desc' } as const;
  const page = await records.select('person_sessions', [], { limit: 1, offset: 1, sortBy });
  expect(page.map(({ id }) => id)).toEqual(['b']);
  expect(await records.count('person_sessions', [is('id', ['a', 'b'], 'in')])).toBe(2);
});

test('rows are changed and deleted where the conditions hold, and nowhere else', async () => {
  const { records, idsOf } = await storeWithSessions();
  const changed = await records.update('person_sessions', [is('hash', 'first token')], { agent: 'Firefox' });
  expect(changed).toMatchObject([{ id: 'a', agent: 'Firefox', hash: 'first token' }]);
  expect(await idsOf(is('agent', 'Firefox'))).toEqual(['a']);
  expect(await records.remove('person_sessions', [is('id', 'b')])).toHaveLength(1);
  expect(await idsOf()).toEqual(['a', 'c']);
});

test('what the store does not keep is no part of a statement', async () => {
  const { records } = await storeWithSessions();
  const asked = [
    () => records.select('plants', [], { limit: 1 }),
    () => records.select('people', [is('image', 'x')], { limit: 1 }),
    () => records.select('people', [is('id" OR 1=1 --', 'x')], { limit: 1 }),
    () => records.select('people', [is('name', 'A', 'contains')], { limit: 1 }),
    () => records.remove('people', [is('id', 'a'), { ...is('id', 'b'), connector: 'OR' }]),
    () => records.insert('people', { id: 'x', name: 7 }),
    () => records.select('people', [], { limit: 1, sortBy: { field: 'image', direction: 'asc' } }),
  ];
  for (const ask of asked) await expect(async () => ask()).rejects.toThrow(/better-auth/);
});
