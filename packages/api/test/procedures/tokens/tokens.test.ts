import { tokens } from '@plant-store/db';
import { expect, test, vi } from 'vitest';
import { stopClock } from '../../clock.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';

const day = 86_400_000;

/** Requests the plants with a token. */
const ask = (url: string, token: string) =>
  fetch(`${url}/plants`, { headers: { authorization: `Bearer ${token}` } });

test('a new token has its scopes and an end, by default after 90 days; its value is shown once', async () => {
  stopClock();
  const { url, tokenFor } = await startStore();
  const client = trpcClient(url, await tokenFor('admin'));
  const { value = '', ...token } = await client.tokens.create.mutate({
    name: 'till',
    scopes: ['plants:read', 'plants:read'],
  });
  expect(token).toMatchObject({ name: 'till', scopes: ['plants:read'], lastUsedAt: null });
  expect(token.expiresAt?.getTime()).toBe(Date.now() + 90 * day);
  expect((await ask(url, value)).status).toBe(200);
  const endless = await client.tokens.create.mutate({ name: 'b', scopes: ['admin'], days: null });
  expect(endless.expiresAt).toBeNull();
  const listed = JSON.stringify(await client.tokens.list.query({}));
  expect(listed).toContain('"till"');
  expect(listed).not.toContain(value);
});

test('nobody creates, rotates or revokes a token with more scopes than their own', async () => {
  const { url, tokenFor } = await startStore();
  const admin = trpcClient(url, await tokenFor('admin'));
  const strong = await admin.tokens.create.mutate({ name: 'strong', scopes: ['plants:delete'] });
  const client = trpcClient(url, await tokenFor('tokens', 'plants:read'));
  const weak = await client.tokens.create.mutate({ name: 'weak', scopes: ['plants:read'] });
  for (const act of [
    () => client.tokens.create.mutate({ name: 'more', scopes: ['plants:read', 'plants:delete'] }),
    () => client.tokens.create.mutate({ name: 'more', scopes: ['admin'] }),
    () => client.tokens.rotate.mutate({ id: strong.id }),
    () => client.tokens.revoke.mutate({ id: strong.id }),
  ])
    await expect(act()).rejects.toMatchObject({ data: { error: 40300 } });
  expect((await ask(url, strong.value ?? '')).status).toBe(403);
  await client.tokens.rotate.mutate({ id: weak.id });
  await client.tokens.revoke.mutate({ id: weak.id });
  const clerk = trpcClient(url, await tokenFor('plants:read', 'plants:write'));
  await expect(clerk.tokens.list.query({})).rejects.toMatchObject({ data: { error: 40300 } });
});

test('both values of a rotated token work during the overlap, and then only the new value, at once', async () => {
  stopClock();
  const { url, db, tokenFor } = await startStore();
  const client = trpcClient(url, await tokenFor('admin'));
  const { value: first = '', ...token } = await client.tokens.create.mutate({
    name: 'till',
    scopes: ['plants:read'],
  });
  const { value: second = '', ...rotated } = await client.tokens.rotate.mutate({
    id: token.id,
    overlapHours: 24,
  });
  expect(rotated).toMatchObject({ id: token.id, name: 'till', scopes: ['plants:read'] });
  for (const value of [first, second]) expect((await ask(url, value)).status).toBe(200);
  // The old value announces its end.
  const endsAt = (await ask(url, first)).headers.get('token-expires-at') ?? '';
  expect(new Date(endsAt).getTime()).toBe(Date.now() + day);
  expect((await ask(url, second)).headers.get('token-expires-at')).toBeNull();
  // Rotated again without overlap: only the third value works.
  const { value: third = '' } = await client.tokens.rotate.mutate({ id: token.id, overlapHours: 0 });
  for (const value of [first, second]) expect((await ask(url, value)).status).toBe(401);
  expect((await ask(url, third)).status).toBe(200);
  expect(await tokens.list(db)).toHaveLength(3);
  await client.tokens.revoke.mutate({ id: token.id });
  expect((await ask(url, third)).status).toBe(401);
  await expect(client.tokens.rotate.mutate({ id: token.id })).rejects.toMatchObject({
    message: expect.stringMatching(/^the token "till" was revoked on .*; make a new one$/),
    data: { error: 40000 },
  });
});

test('rotation does not extend the life of the old value', async () => {
  const { url, db, tokenFor } = await startStore();
  const client = trpcClient(url, await tokenFor('admin'));
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { token, value } = await tokens.create(db, { name: 'brief', scopes: ['plants:read'], expiresAt });
  const rotated = await client.tokens.rotate.mutate({ id: token.id, overlapHours: 24 });
  expect(rotated.previousUntil).toEqual(expiresAt);
  expect((await ask(url, value)).headers.get('token-expires-at')).toBe(expiresAt.toISOString());
});

test('answers announce the end of a token for its last 14 days, over REST and tRPC', async () => {
  const { url, db, tokenFor } = await startStore();
  const valueFor = async (name: string, days: number) => {
    const expiresAt = new Date(Date.now() + days * day);
    return { expiresAt, ...(await tokens.create(db, { name, scopes: ['plants:read'], expiresAt })) };
  };
  const soon = await valueFor('soon', 13.9);
  expect((await ask(url, soon.value)).headers.get('token-expires-at')).toBe(soon.expiresAt.toISOString());
  const trpc = await fetch(`${url}/trpc/session.get`, { headers: { authorization: `Bearer ${soon.value}` } });
  expect(trpc.headers.get('token-expires-at')).toBe(soon.expiresAt.toISOString());
  expect((await ask(url, (await valueFor('later', 14.1)).value)).headers.get('token-expires-at')).toBeNull();
  expect((await ask(url, await tokenFor('plants:read'))).headers.get('token-expires-at')).toBeNull();
});

test("the time and network of a token's last use are stored", async () => {
  const { url, db } = await startStore();
  const { token, value } = await tokens.create(db, { name: 'till', scopes: ['plants:read'] });
  const headers = { authorization: `Bearer ${value}`, 'x-forwarded-for': '203.0.113.7' };
  const clock = stopClock();
  const usedAt = new Date();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  expect((await fetch(`${url}/plants`, { headers })).status).toBe(200);
  // The server records a use only five seconds later, perhaps after a revocation.
  clock.pass(5);
  const [note] = timers.mock.calls.find(([act, ms]) => act.name === 'note' && ms === 5_000) ?? [];
  await note?.();
  const used = { lastUsedAt: usedAt, lastUsedFrom: '203.0.113.7' };
  expect(await tokens.get(db, token.id)).toMatchObject(used);
});

test.each([
  [{ name: '' }, '/name'],
  [{ name: 'a"b' }, '/name'],
  [{ name: 'PLANT_STORE_TOKEN' }, '/name'],
  [{ scopes: [] }, '/scopes'],
  [{ scopes: ['everything'] }, '/scopes/0'],
  [{ days: 0 }, '/days'],
  [{ days: 1.5 }, '/days'],
  [{ days: 4_000 }, '/days'],
])('400 for the token %j, with an error that points at %s', async (wrong, pointer) => {
  const { url, tokenFor } = await startStore();
  const client = trpcClient(url, await tokenFor('admin'));
  await expect(
    client.tokens.create.mutate({ name: 'till', scopes: ['plants:read'], ...(wrong as object) }),
  ).rejects.toMatchObject({ data: { error: 40003, problems: [{ pointer }] } });
});

test('only the setting PLANT_STORE_TOKEN rotates its token', async () => {
  const { url, db, tokenFor } = await startStore();
  const { token } = await tokens.create(db, { name: 'PLANT_STORE_TOKEN', scopes: ['admin'] });
  const client = trpcClient(url, await tokenFor('admin'));
  await expect(client.tokens.rotate.mutate({ id: token.id })).rejects.toMatchObject({
    message: expect.stringContaining('change it there'),
  });
});
