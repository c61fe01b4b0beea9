import { type Database, tokens } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { skipSeconds } from '../clock.ts';
import { startStore } from '../store.ts';
import { created, fern, follow, untilWaiting } from './followers.ts';

test('a waiting request gets the event of a new plant, and its Link leads on', async () => {
  const store = await startStore();
  const { answer } = await follow(store);
  await store.post(fern(1));
  const { status, headers, body } = await answer;
  expect([status, body]).toEqual([200, [created(1)]]);
  const next = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  const second = store.send(next);
  await untilWaiting(store, 1);
  await store.post(fern(2));
  expect(await (await second).json()).toEqual([created(2)]);
});

test('entries that are not about plants do not end a wait', async () => {
  const store = await startStore();
  const { answer } = await follow(store);
  await store.tokenFor('plants:read');
  await store.post(fern(1));
  expect((await answer).body).toEqual([created(1)]);
});

test('a token that is revoked while its request waits gets 401 and no event', async () => {
  const store = await startStore();
  const { value, token } = await tokens.create(store.db, { name: 'copy', scopes: ['plants:read'] });
  const { answer } = await follow(store, { token: value });
  await tokens.revoke(store.db, { id: token.id });
  skipSeconds(1);
  await store.post(fern(1));
  expect(await answer).toMatchObject({ status: 401, body: { error: 40102 } });
});

test('a server that closes answers waiting requests at once, and ends their connections', async () => {
  const store = await startStore();
  const { answer } = await follow(store);
  await store.stop();
  const { status, headers, body } = await answer;
  expect([status, body, headers.get('connection')]).toEqual([200, [], 'close']);
});

test('503 if the store cannot be read while requests wait; then they wait again', async () => {
  let isAway = false;
  const query: Database['query'] = (statement) =>
    isAway ? Promise.reject(new StoreError('unavailable', 'the database does not respond')) : real(statement);
  let real: Database['query'] = query;
  const store = await startStore({
    seen(db) {
      real = db.query;
      return { ...db, query };
    },
  });
  const { answer } = await follow(store);
  isAway = true;
  expect(await answer).toMatchObject({ status: 503, body: { error: 50300 } });
  isAway = false;
  const again = await follow(store);
  await store.post(fern(1));
  expect((await again.answer).body).toEqual([created(1)]);
});
