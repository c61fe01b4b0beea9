import { describe, expect, test } from 'vitest';
import { startStore } from './store.ts';
import { trpcClient } from './trpc-client.ts';

const json = { 'content-type': 'application/json' };
const stale = '"0123456789012345678901"';
const change = { PUT: '{"name":"Moss"}', PATCH: '{"name":"Moss"}', DELETE: undefined };
const methods = Object.keys(change) as (keyof typeof change)[];

async function storeWithFern(options?: Parameters<typeof startStore>[0]) {
  const store = await startStore(options);
  const etag = (await store.post({ id: 7, name: 'Fern' })).headers.get('etag') ?? '';
  const write = (method: keyof typeof change, headers: Record<string, string> = {}, path = '/plants/7') =>
    store.send(path, { method, headers: { ...json, ...headers }, body: change[method] ?? null });
  return { ...store, etag, write };
}

describe.for(methods)('If-Match on %s', (method) => {
  test('lets through who knows the version that there is', async () => {
    const { write, etag } = await storeWithFern();
    for (const ifMatch of [etag])
      expect((await write(method, { 'if-match': ifMatch })).ok, ifMatch).toBe(true);
  });

  test.for(['*', `${stale}, ETAG`])('takes %s', async (ifMatch) => {
    const { write, etag } = await storeWithFern();
    expect((await write(method, { 'if-match': ifMatch.replace('ETAG', etag) })).ok).toBe(true);
  });

  test('412 for an earlier version, with the ETag of the present one, and nothing is changed', async () => {
    const { write, etag, send } = await storeWithFern();
    for (const ifMatch of [stale, `W/${etag}`]) {
      const answer = await write(method, { 'if-match': ifMatch });
      expect([ifMatch, answer.status, answer.headers.get('etag')]).toEqual([ifMatch, 412, etag]);
      expect(await answer.json()).toEqual({ error: 41200, message: expect.stringContaining(etag) });
    }
    expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
  });

  test.for(['made up', '"abc"', '7', '""', 'W/', `${stale},`, 'W/"abc"'])(
    '400 for %s, which no store gave',
    async (ifMatch) => {
      const { write, etag, send } = await storeWithFern();
      const answer = await write(method, { 'if-match': ifMatch });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 40000,
        message: expect.stringMatching(/^If-Match must be/),
      });
      expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
    },
  );

  test('428 without it where the store is set to ask for it', async () => {
    const { write, etag } = await storeWithFern({ requiresIfMatch: true });
    const answer = await write(method);
    expect(answer.status).toBe(428);
    expect(await answer.json()).toEqual({ error: 42800, message: expect.stringContaining('If-Match') });
    expect((await write(method, { 'if-match': etag })).ok).toBe(true);
  });
});

test('of many who change the same version at the same moment, one does', async () => {
  const { write, etag, send } = await storeWithFern();
  const answers = await Promise.all(Array.from({ length: 20 }, () => write('PUT', { 'if-match': etag })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
  expect(await (await send('/plants/7/history')).json()).toHaveLength(2);
});

test('If-None-Match: * on PUT adds a plant, and never replaces one', async () => {
  const { write, etag, send } = await storeWithFern();
  const add = { 'if-none-match': '*' };
  const answer = await write('PUT', add);
  expect([answer.status, answer.headers.get('etag')]).toEqual([412, etag]);
  expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
  const added = await Promise.all(Array.from({ length: 10 }, () => write('PUT', add, '/plants/8')));
  expect(added.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(412)]);
});

test('If-Match on PUT adds no plant', async () => {
  const { write, send } = await storeWithFern();
  expect((await write('PUT', { 'if-match': '*' }, '/plants/8')).status).toBe(412);
  expect((await send('/plants/8')).status).toBe(404);
});

describe('If-None-Match on GET', () => {
  test('304 without a body for who has the present version, also by a weakened tag', async () => {
    const { send, etag } = await storeWithFern();
    for (const ifNoneMatch of [etag, `W/${etag}`, `${stale}, ${etag}`, '*']) {
      const answer = await send('/plants/7', { headers: { 'if-none-match': ifNoneMatch } });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
    }
  });

  test('200 for another version, and 400 for what no store gave', async () => {
    const { send } = await storeWithFern();
    const read = async (ifNoneMatch: string) =>
      (await send('/plants/7', { headers: { 'if-none-match': ifNoneMatch } })).status;
    expect(await read(stale)).toBe(200);
    expect(await read('made up')).toBe(400);
  });
});

test('tRPC takes the same headers', async () => {
  const { url, tokenFor, etag } = await storeWithFern();
  const authorization = `Bearer ${await tokenFor('admin')}`;
  const rename = (ifMatch: string) =>
    trpcClient(url, { authorization, 'if-match': ifMatch }).plants.update.mutate({ id: 7n, name: 'Moss' });
  await expect(rename(stale)).rejects.toMatchObject({ data: { error: 41200, httpStatus: 412 } });
  expect(await rename(etag)).toEqual({ id: 7n, name: 'Moss' });
});
