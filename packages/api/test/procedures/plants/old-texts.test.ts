import { plants } from '@plant-store/db';
import { expect, test } from 'vitest';
import { importFile } from '../../imports/importing.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';

// The texts of an earlier version, which the store refuses or respells in a new plant.
const name = 'Rose\u202e\u00a0\u2028x';
const tag = 'kitchen\u00a0 herb';
const old = { id: 7, name, tag };
const unseen = { id: 8, name: '\u200b', tag: '\u3164' };
const json = { 'content-type': 'application/json' };

async function oldStore() {
  const store = await startStore();
  for (const { id, ...texts } of [old, unseen]) await plants.create(store.db, { id: BigInt(id), ...texts });
  const sendJson = async (method: string, path: string, body?: unknown, headers = {}) => {
    const init = { method, headers: { ...(body !== undefined && json), ...headers } };
    const answer = await store.send(path, {
      ...init,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', body: text && JSON.parse(text) };
  };
  const get = (path: string) => sendJson('GET', path);
  return { ...store, sendJson, get };
}

test('a plant with old texts is read as it is, and a change of its tag alone keeps its name', async () => {
  const { sendJson, get, url, tokenFor } = await oldStore();
  const read = await get('/plants/7');
  expect(read.body).toEqual(old);
  expect((await get('/plants?sort=id')).body).toEqual([old, unseen]);
  const change = await sendJson('PATCH', '/plants/7', { tag: 'herb\u3000 ' }, { 'if-match': read.etag });
  expect([change.status, change.body]).toEqual([200, { ...old, tag: 'herb' }]);
  expect((await get('/plants/7')).etag).toBe(change.etag);
  expect((await get('/plants/7/history')).body).toMatchObject([
    { before: old, plant: { ...old, tag: 'herb' } },
    { plant: old },
  ]);
  const client = trpcClient(url, await tokenFor('plants:read', 'plants:write'));
  expect(await client.plants.update.mutate({ id: 8n, tag: null })).toEqual({ id: 8n, name: '\u200b' });
  expect((await client.plants.history.query({ id: 8n, limit: 9 })).items).toHaveLength(2);
  const { status, body } = await sendJson('PUT', '/plants/7', { name, tag });
  expect([status, body.error, body.message]).toEqual([400, 40003, expect.stringContaining('U+202E')]);
});

test('the trash and an undo take old texts back as they were', async () => {
  const { sendJson, get } = await oldStore();
  await sendJson('DELETE', '/plants/7');
  expect((await get('/trash')).body).toMatchObject([old]);
  expect((await sendJson('POST', '/plants/7/restore')).body).toEqual(old);
  const retagged = (await sendJson('POST', '/plants/bulk/edit', { ids: [7, 8], tag: 'kitchen\u00a0herb' }))
    .body;
  expect((await get('/plants/count?tag=kitchen%20%20herb')).body).toEqual({ count: 2 });
  expect((await sendJson('POST', `/receipts/${retagged.receipt}/undo`)).body).toMatchObject({ updated: 2 });
  expect((await get('/plants?sort=id')).body).toEqual([old, unseen]);
  const removed = (await sendJson('POST', '/plants/bulk/delete', { filter: { tag } })).body;
  expect(removed).toMatchObject({ changed: 1 });
  await sendJson('POST', `/receipts/${removed.receipt}/undo`);
  expect((await get('/plants/7')).body).toEqual(old);
  expect((await get(`/plants?tag=${encodeURIComponent(unseen.tag)}`)).body).toEqual([unseen]);
});

test('a new tag has one spelling by each way in, and a filter finds it with any spaces', async () => {
  const store = await startStore();
  const tags = ['kitchen\u00a0herb', 'kitchen  herb', 'kitchen\u2003\u3000herb'];
  const named = (id: number) => ({ id, name: 'Basil\u00a0', tag: tags[id % 3] });
  const send = (method: string, path: string, body: string, type = json['content-type']) =>
    store.send(path, { method, headers: { 'content-type': type }, body });
  await store.post(named(1));
  await send('PUT', '/plants/2', JSON.stringify(named(2)));
  await send('POST', '/plants/bulk', JSON.stringify({ plants: [named(3), named(4)] }));
  const client = trpcClient(store.url, await store.tokenFor('plants:write'));
  await client.plants.create.mutate({ ...named(5), id: 5n });
  await importFile(store, `id,name,tag\n6,Basil,${tags[0]}\n7,Basil,${tags[1]}\n`, {
    'content-type': 'text/csv',
  });
  const lines = [8, 9].map((id) => JSON.stringify(named(id))).join('\n');
  await importFile(store, lines, { 'content-type': 'application/x-ndjson' });
  expect(await (await store.send('/tags')).json()).toEqual([{ tag: 'kitchen herb', count: 9 }]);
  for (const given of tags) {
    const query = `tag=${encodeURIComponent(given)}&limit=20`;
    expect(await (await store.send(`/plants?${query}`)).json()).toHaveLength(9);
    expect(
      await (
        await send('POST', '/plants/bulk/edit', JSON.stringify({ filter: { tag: given }, tag: given }))
      ).json(),
    ).toMatchObject({ changed: 0 });
  }
});
