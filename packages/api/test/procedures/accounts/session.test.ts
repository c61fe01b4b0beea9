import { sessions, tokens } from '@plant-store/db';
import { expect, test } from 'vitest';
import { startSession } from '../../auth/sessions/session-store.ts';
import { skipSeconds, stopClock } from '../../clock.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';

test('a token is exchanged for a session with the same permissions', async () => {
  stopClock();
  const { url, tokenFor } = await startStore();
  const { cookie, expiresAt } = await startSession(url, await tokenFor('plants:read'));
  expect(expiresAt).toEqual(new Date(Date.now() + 30 * 24 * 3600_000));
  const client = trpcClient(url, { cookie });
  expect(await client.session.get.query()).toMatchObject({ scopes: ['plants:read'] });
  expect(await client.plants.list.query({})).toEqual({ items: [] });
  await expect(client.plants.create.mutate({ id: 1n, name: 'x' })).rejects.toMatchObject({
    data: { error: 40300 },
  });
});

test('a session ends at sign-out, and within a second after another process revokes its token', async () => {
  const { url, db, tokenFor } = await startStore();
  const first = trpcClient(url, { cookie: (await startSession(url, await tokenFor('admin'))).cookie });
  await first.session.get.query();
  await first.session.end.mutate();
  const { value } = await tokens.create(db, { name: 'till', scopes: ['admin'] });
  const second = trpcClient(url, { cookie: (await startSession(url, value)).cookie });
  await second.session.get.query();
  await expect(first.session.get.query()).rejects.toMatchObject({ data: { error: 40101 } });
  await tokens.revoke(db, { name: 'till' });
  skipSeconds(1);
  await expect(second.session.get.query()).rejects.toMatchObject({ data: { error: 40102 } });
});

test('the session of an expiring token ends with it', async () => {
  const { url, db } = await startStore();
  const tomorrow = new Date(Date.now() + 24 * 3600_000);
  const { value } = await tokens.create(db, { name: 'short', scopes: ['admin'], expiresAt: tomorrow });
  expect((await startSession(url, value)).expiresAt).toEqual(tomorrow);
});

test('a session cannot begin another session, whose secret a script could read', async () => {
  const { url, tokenFor } = await startStore();
  const { cookie } = await startSession(url, await tokenFor('admin'));
  await expect(trpcClient(url, { cookie }).session.start.mutate()).rejects.toMatchObject({
    data: { error: 40100 },
  });
});

test('the last of two session cookies is used, as in the web', async () => {
  const { url, tokenFor } = await startStore();
  const ours = (await startSession(url, await tokenFor('plants:read'))).cookie;
  const theirs = (await startSession(url, await tokenFor('plants:write'))).cookie;
  const client = trpcClient(url, { cookie: `${theirs}; ${ours}` });
  expect(await client.session.get.query()).toMatchObject({ scopes: ['plants:read'] });
});

test('an invented secret is no session', async () => {
  const { url, db, tokenFor } = await startStore();
  await startSession(url, await tokenFor('admin'));
  expect(await sessions.find(db, 'made-up')).toBeUndefined();
  const client = trpcClient(url, { cookie: 'plant-store-session=made-up' });
  await expect(client.session.get.query()).rejects.toMatchObject({
    message: expect.stringContaining('sign in again'),
    data: { error: 40101, httpStatus: 401 },
  });
});
