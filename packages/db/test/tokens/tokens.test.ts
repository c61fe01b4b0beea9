import { describe, expect, test } from 'vitest';
import { isWellFormedToken, tokens } from '../../src/index.ts';
import { emptyStore } from '../store.ts';

const clerk = { name: 'clerk', scopes: ['plants:read', 'plants:write'] as const };
const newClerk = { ...clerk, scopes: [...clerk.scopes] };

test('a token is found by its value, with all its fields', async () => {
  const { db } = await emptyStore();
  const expiresAt = new Date('2099-12-31T23:59:59.999Z');
  const { token, value } = await tokens.create(db, { ...newClerk, expiresAt });
  expect(isWellFormedToken(value)).toBe(true);
  expect(token).toMatchObject({ ...newClerk, expiresAt, revokedAt: null });
  expect(await tokens.find(db, value)).toEqual(token);
  expect(await tokens.find(db, `${value}x`)).toBeUndefined();
});

test('a token in a list contains neither its value nor its hash', async () => {
  const { db } = await emptyStore();
  const { token } = await tokens.create(db, newClerk);
  const keys = ['id', 'name', 'scopes', 'createdAt', 'expiresAt', 'revokedAt'];
  keys.push('lastUsedAt', 'lastUsedFrom', 'previousUntil', 'actorId');
  expect(Object.keys(token)).toEqual(keys);
  expect((await tokens.list(db)).map((listed) => Object.keys(listed))).toEqual([keys]);
});

describe('the name of a token', () => {
  test('belongs to one active token; the error for a second use has a remedy', async () => {
    const { db } = await emptyStore();
    const { value } = await tokens.create(db, newClerk);
    await expect(tokens.create(db, { name: 'clerk', scopes: ['admin'] })).rejects.toMatchObject({
      code: 'badRequest',
      message: 'a token named "clerk" already exists; revoke it or use another name',
    });
    expect((await tokens.list(db)).map(({ scopes }) => scopes)).toEqual([newClerk.scopes]);
    expect(tokens.isActive((await tokens.find(db, value)) as never)).toBe(true);
  });

  test('goes to only one of several concurrent requests', async () => {
    const { db } = await emptyStore();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => tokens.create(db, newClerk)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await tokens.list(db)).toHaveLength(1);
  });

  test('is free again once its token is revoked', async () => {
    const { db } = await emptyStore();
    const first = await tokens.create(db, newClerk);
    await tokens.revoke(db, { name: 'clerk' });
    const second = await tokens.create(db, newClerk);
    expect((await tokens.list(db)).map(({ id }) => id)).toEqual([first.token.id, second.token.id]);
  });
});

describe('revoking a token', () => {
  test.each(['name', 'id'] as const)('ends the token with this %s, and no other token', async (key) => {
    const { db } = await emptyStore();
    const { token, value } = await tokens.create(db, newClerk);
    const other = await tokens.create(db, { ...newClerk, name: 'other' });
    const revoked = await tokens.revoke(db, key === 'id' ? { id: token.id } : { name: token.name });
    expect(revoked).toMatchObject({ id: token.id, revokedAt: expect.any(Date) });
    expect(await tokens.find(db, value)).toEqual(revoked);
    expect(tokens.isActive(revoked as never)).toBe(false);
    expect(await tokens.find(db, other.value)).toEqual(other.token);
  });

  test('finds no missing and no revoked token', async () => {
    const { db } = await emptyStore();
    const { token } = await tokens.create(db, newClerk);
    const first = await tokens.revoke(db, { id: token.id });
    expect([await tokens.revoke(db, { id: token.id }), await tokens.revoke(db, { name: 'nobody' })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await tokens.list(db)).toEqual([first]);
  });
});

test('a token is active until the moment it expires', async () => {
  const { db } = await emptyStore();
  const { token } = await tokens.create(db, newClerk);
  const at = (ms: number) => tokens.isActive({ ...token, expiresAt: new Date(Date.now() + ms) });
  expect([at(60_000), at(0), at(-60_000)]).toEqual([true, false, false]);
});

test('the value of an existing token is refused for a new token', async () => {
  const { db, rows } = await emptyStore();
  const { value } = await tokens.create(db, newClerk);
  await expect(tokens.create(db, { name: 'other', scopes: ['admin'], value })).rejects.toThrow();
  expect(await rows('SELECT name FROM tokens')).toEqual([{ name: 'clerk' }]);
});

test('a second rotation during the overlap keeps the value that programs use; one without overlap ends it', async () => {
  const { db } = await emptyStore();
  const { token, value } = await tokens.create(db, newClerk);
  const rotate = async (overlapMs: number) =>
    (
      await tokens.rotate(db, token.id, {
        overlapUntil: new Date(Date.now() + overlapMs),
        expiresAt: null,
      })
    ).value ?? '';
  const lost = await rotate(60_000);
  const second = await rotate(60_000);
  const isValid = async (one: string) => {
    const found = await tokens.find(db, one);
    return found !== undefined && tokens.isActive(found);
  };
  expect(await Promise.all([value, lost, second].map(isValid))).toEqual([true, false, true]);
  const last = await rotate(0);
  expect(await Promise.all([value, second, last].map(isValid))).toEqual([false, false, true]);
});

test('an expired or revoked token is not rotated and does not change', async () => {
  const { db } = await emptyStore();
  const expired = await tokens.create(db, { ...newClerk, expiresAt: new Date(Date.now() - 1) });
  const revoked = await tokens.create(db, { ...newClerk, name: 'revoked' });
  await tokens.revoke(db, { name: 'revoked' });
  for (const { token, value } of [expired, revoked]) {
    const later = new Date('2099-12-31');
    await expect(
      tokens.rotate(db, token.id, { overlapUntil: later, expiresAt: later }),
    ).rejects.toMatchObject({
      code: 'badRequest',
      message: expect.stringMatching(/ (expired|was revoked) on .*; make a new one$/),
    });
    expect(tokens.isActive((await tokens.find(db, value)) ?? token)).toBe(false);
  }
});
