import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Database, sessions, tokens } from '../../src/index.ts';
import { emptyStore } from '../store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const tokenOf = async (db: Database, expiresAt: Date | null = null) =>
  (await tokens.create(db, { name: 'clerk', scopes: ['plants:read'], expiresAt })).token;

test('a session leads to its token', async () => {
  const { db } = await emptyStore();
  const token = await tokenOf(db);
  const { secret } = await sessions.create(db, token);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await sessions.find(db, secret)).toEqual(token);
  expect(await sessions.find(db, `${secret}x`)).toBeUndefined();
  expect(sessions.isWellFormed(secret)).toBe(true);
});

test('a malformed secret is recognised without a query', () => {
  for (const text of [
    '',
    'made-up',
    'x'.repeat(42),
    'x'.repeat(15_000),
    `${'x'.repeat(42)}=`,
    `${'x'.repeat(43)}\n`,
  ])
    expect(sessions.isWellFormed(text)).toBe(false);
});

test('a session leads to the current token, even a revoked one', async () => {
  const { db } = await emptyStore();
  const { secret } = await sessions.create(db, await tokenOf(db));
  const revoked = await tokens.revoke(db, { name: 'clerk' });
  expect(await sessions.find(db, secret)).toEqual(revoked);
});

test('ending a session ends only this session, and may be repeated', async () => {
  const { db } = await emptyStore();
  const token = await tokenOf(db);
  const [first, second] = [await sessions.create(db, token), await sessions.create(db, token)];
  await sessions.remove(db, first.secret);
  await sessions.remove(db, first.secret);
  expect(await sessions.find(db, first.secret)).toBeUndefined();
  expect(await sessions.find(db, second.secret)).toEqual(token);
});

test('a session of a missing token is refused', async () => {
  const { db, rows } = await emptyStore();
  const token = await tokenOf(db);
  await expect(sessions.create(db, { ...token, id: 'nobody' })).rejects.toThrow();
  expect(await rows('SELECT count(*) AS n FROM sessions')).toEqual([{ n: 0n }]);
});

describe('on a clock that the test sets', () => {
  afterEach(() => void vi.useRealTimers());
  const setClock = (now: Date) => void vi.useFakeTimers({ toFake: ['Date'], now });

  test('a session ends after 30 days', async () => {
    const { db } = await emptyStore();
    const begun = new Date('2030-01-01T00:00:00Z');
    setClock(begun);
    const token = await tokenOf(db);
    const { secret, expiresAt } = await sessions.create(db, token);
    expect(expiresAt).toEqual(new Date(begun.getTime() + 30 * dayMs));
    vi.setSystemTime(expiresAt.getTime() - 1);
    expect(await sessions.find(db, secret)).toEqual(token);
    vi.setSystemTime(expiresAt);
    expect(await sessions.find(db, secret)).toBeUndefined();
  });

  test('a session ends with its token if the token expires earlier', async () => {
    const { db } = await emptyStore();
    setClock(new Date('2030-01-01T00:00:00Z'));
    const tokenEnds = new Date('2030-01-02T00:00:00Z');
    const { secret, expiresAt } = await sessions.create(db, await tokenOf(db, tokenEnds));
    expect(expiresAt).toEqual(tokenEnds);
    vi.setSystemTime(tokenEnds);
    expect(await sessions.find(db, secret)).toBeUndefined();
  });

  test('a new session deletes expired sessions and keeps the others', async () => {
    const { db, rows } = await emptyStore();
    setClock(new Date('2030-01-01T00:00:00Z'));
    const token = await tokenOf(db);
    await sessions.create(db, token);
    vi.setSystemTime(new Date('2030-01-20T00:00:00Z'));
    const under = await sessions.create(db, token);
    vi.setSystemTime(new Date('2030-02-01T00:00:00Z'));
    await sessions.create(db, token);
    expect(await rows('SELECT count(*) AS n FROM sessions')).toEqual([{ n: 2n }]);
    expect(await sessions.find(db, under.secret)).toEqual(token);
  });
});
