import { expect, test } from 'vitest';
import { authClient, people } from '../../src/index.ts';
import { newStore } from '../store.ts';

/** The calls of better-auth's adapter, with types of values that the models of the store do not have. */
type Delegate = Record<
  'create' | 'findFirst' | 'findMany' | 'update' | 'updateMany' | 'deleteMany',
  (args: object) => Promise<unknown>
>;

const at = new Date('2026-11-22T09:00:00.123Z');
const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000);

async function storeWithSessions() {
  const { db, rows } = await newStore();
  const account = { name: 'Ann', email: 'ann@example.com', passwordHash: 'salt:hash' };
  const { id: personId } = await people.createOwner(db, account);
  const { person, personSession } = authClient(db) as unknown as Record<'person' | 'personSession', Delegate>;
  const made: unknown[] = [];
  for (const [id, hash, days] of [
    ['a', 'first token', 1],
    ['b', 'second token', 2],
    ['c', 'third token', 3],
  ] as const) {
    const times = { createdAt: at, updatedAt: at, expiresAt: inDays(days) };
    const data = { id, hash, personId, address: '', agent: null, ...times };
    made.push(await personSession.create({ data, select: undefined }));
  }
  const idsOf = async (where: object) =>
    ((await personSession.findMany({ where, orderBy: { id: 'asc' } })) as { id: string }[]).map(
      ({ id }) => id,
    );
  return { rows, person, personSession, personId, made, idsOf };
}

test('a session token is stored as a hash, and a call with the token returns the token', async () => {
  const { rows, personSession, made } = await storeWithSessions();
  expect(made).toMatchObject([{ hash: 'first token' }, { hash: 'second token' }, { hash: 'third token' }]);
  const stored = (await rows('SELECT * FROM "person_sessions"')).flatMap(Object.values);
  expect(stored.map(String).join()).not.toContain('token');
  const found = await personSession.findFirst({ where: { hash: { equals: 'second token' } } });
  expect(found).toMatchObject({
    id: 'b',
    hash: 'second token',
    createdAt: at,
    expiresAt: inDays(2),
    agent: null,
  });
  const none = { AND: [{ hash: { equals: 'another token' } }, { id: { equals: 'b' } }] };
  expect(await personSession.findFirst({ where: none })).toBeNull();
});

test("a call without a session's token gets neither the token nor its hash", async () => {
  const { rows, personSession } = await storeWithSessions();
  const [{ hash } = {}] = await rows(`SELECT "hash" FROM "person_sessions" WHERE "id" = 'b'`);
  const found = (await personSession.findFirst({ where: { id: 'b' } })) as { hash: unknown };
  expect(found.hash).toBeUndefined();
  expect(await personSession.findFirst({ where: { hash } })).toBeNull();
});

test('sessions are found by their tokens, times and persons', async () => {
  const { idsOf, personId } = await storeWithSessions();
  expect(await idsOf({ hash: { in: ['first token', 'third token'] } })).toEqual(['a', 'c']);
  expect(await idsOf({ expiresAt: { lt: inDays(2) } })).toEqual(['a']);
  expect(await idsOf({ AND: [{ expiresAt: { gte: inDays(2) } }, { personId }] })).toEqual(['b', 'c']);
});

test('sessions are changed and deleted by their tokens', async () => {
  const { personSession, idsOf } = await storeWithSessions();
  const changed = await personSession.update({
    where: { hash: 'first token' },
    data: { updatedAt: inDays(1) },
  });
  expect(changed).toMatchObject({ id: 'a', hash: 'first token', updatedAt: inDays(1) });
  const where = { hash: { equals: 'second token' } };
  expect(await personSession.updateMany({ where, data: { agent: 'Firefox' } })).toEqual({ count: 1 });
  expect(await idsOf({ agent: 'Firefox' })).toEqual(['b']);
  expect(await personSession.deleteMany({ where })).toEqual({ count: 1 });
  expect(await idsOf({})).toEqual(['a', 'c']);
});

test('times of a person are dates', async () => {
  const { person } = await storeWithSessions();
  const found = await person.findFirst({ where: { email: 'ann@example.com' } });
  expect(found).toMatchObject({ name: 'Ann', createdAt: expect.any(Date), deactivatedAt: null });
});
