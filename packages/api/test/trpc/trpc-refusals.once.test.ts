import { once } from 'node:events';
import { expect, test } from 'vitest';
import { beginPost } from '../limits/slow-clients.ts';
import { startStore } from '../store.ts';

test.for([
  ['403 tells a reader of the missing scope', 'plants.create', 403, '"error":40300'],
  ['403 tells a reader of the missing scope', 'plants.create,tokens.create?batch=1', 403, '"error":40300'],
  ['404 tells of an unknown procedure', 'plants.nothing', 404, '"error":40400'],
  ['405 tells of a query', 'plants.list', 405, '"error":40500'],
] as const)('%s before the body of POST /trpc/%s arrives', async ([, path, status, error]) => {
  const store = await startStore();
  const token = await store.tokenFor('plants:read');
  const socket = beginPost(store, { path: `/trpc/${path}`, token, network: '192.0.2.1' });
  const answer = String(await once(socket, 'data'));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  // The shape of tRPC's errors.
  expect(answer).toMatch(/\{"error":\{"json":\{"message":/);
  expect(answer).toContain(error);
});

test('a batch with a forbidden procedure does nothing', async () => {
  const store = await startStore();
  const headers = {
    authorization: `Bearer ${await store.tokenFor('plants:read', 'plants:write')}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({
    0: { json: { id: '1', name: 'Fern' }, meta: { values: { id: ['bigint'] } } },
    1: { json: { name: 'x', scopes: ['admin'] } },
  });
  const answer = await store.send('/trpc/plants.create,tokens.create?batch=1', {
    method: 'POST',
    headers,
    body,
  });
  expect(answer.status).toBe(403);
  expect(await store.rows('SELECT id FROM plants')).toEqual([]);
  const alone = await store.send('/trpc/plants.create,plants.create?batch=1', {
    method: 'POST',
    headers,
    body,
  });
  expect(alone.status).toBe(207);
  expect(await store.rows('SELECT id FROM plants')).toHaveLength(1);
});

test('400 for a body that is not UTF-8, as over REST', async () => {
  const store = await startStore();
  const body = Buffer.concat([
    Buffer.from('{"json":{"id":"1","name":"'),
    Buffer.from([0xff]),
    Buffer.from('"},"meta":{"values":{"id":["bigint"]}}}'),
  ]);
  const answer = await store.send('/trpc/plants.create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('the body is not UTF-8 text; send JSON in UTF-8');
  expect(await store.rows('SELECT id FROM plants')).toEqual([]);
});
