import { expect, test } from 'vitest';
import { importFile } from '../imports/importing.ts';
import { bulkStore, named } from '../procedures/bulk/bulk-store.ts';
import { shareStore } from '../store.ts';

const withPlant = shareStore(async (start) => {
  const store = await bulkStore(start);
  await store.post({ id: 7, name: 'Monstera', tag: 'aroid' });
  const write = (method: string, path: string, body: object) =>
    store.send(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ...store, write };
});

test.for([
  ['PATCH', '/plants/7?name=X', {}],
  ['PATCH', '/plants/7?tag=x&id=8', { name: 'Monstera' }],
  ['PUT', '/plants/7?name=X&tag=x', { name: 'Monstera', tag: 'aroid' }],
  ['GET', '/plants/7?id=8', undefined],
] as const)('%s %s does not depend on its query string', async ([method, path, body]) => {
  const { write, send } = await withPlant();
  const answer = body ? await write(method, path, body) : await send(path);
  const plant = { id: 7, name: 'Monstera', tag: 'aroid' };
  expect([answer.status, await answer.json()]).toEqual([200, plant]);
  expect(await (await send('/plants')).json()).toEqual([plant]);
});

test.for(['/plants/bulk/edit?tag=x', '/plants/bulk/delete?ids=7'])(
  'POST %s reads its input only from the body',
  async (path) => {
    const { sendTo, list } = await withPlant();
    expect((await sendTo(path, { ids: [] })).status).toBe(400);
    expect(await list()).toEqual([{ id: 7, name: 'Monstera', tag: 'aroid' }]);
  },
);

test.for(['/plants', '/statistics', '/receipts/1/undo'])(
  '%s declares no query parameter and ignores the query string',
  async (path) => {
    const { write, send } = await withPlant();
    const ask = async (address: string) => {
      const answer = path === '/statistics' ? await send(address) : await write('POST', address, named(7));
      return [answer.status, await answer.json()];
    };
    expect(await ask(`${path}?name=x&limit=0&__proto__=1`)).toEqual(await ask(path));
  },
);

test.for([
  ['GET', '/plants?tga=herb', 'tga', 'q, tag, addedFrom, addedBefore, sort, limit, cursor'],
  ['HEAD', '/plants?tga=herb', 'tga', ''],
  ['GET', '/plants/count?sort=id', 'sort', 'q, tag, addedFrom, addedBefore'],
  ['GET', '/plants?=x', '', 'q, tag, addedFrom, addedBefore, sort, limit, cursor'],
  ['GET', '/plants/7/history?__proto__=1', '__proto__', 'limit, cursor'],
  ['GET', '/plants?limit%5B%5D=1', 'limit[]', 'q, tag, addedFrom, addedBefore, sort, limit, cursor'],
  ['GET', '/tags?Q=x', 'Q', 'q, limit'],
  ['GET', '/trash?q=x', 'q', 'limit, cursor'],
  ['GET', '/receipts?page=2', 'page', 'limit, cursor'],
  ['GET', '/audit?from=2026-01-01', 'from', 'about, q, since, until, limit, cursor'],
  ['POST', '/plants/bulk?mdoe=partial', 'mdoe', 'mode'],
] as const)('400 for %s %s, with the accepted parameters', async ([method, path, name, known]) => {
  const { send, write } = await withPlant();
  const answer = await (method === 'POST'
    ? write(method, path, { plants: [named(1)] })
    : send(path, { method }));
  expect(answer.status).toBe(400);
  if (method === 'HEAD') return;
  expect(await answer.json()).toEqual({
    error: 40000,
    message: `${JSON.stringify(name)} is not a query parameter of this URL; use ${known}`,
  });
});

test('400 for an unknown parameter of an import, and nothing is stored', async () => {
  const store = await withPlant();
  const { status, body } = await importFile(store, 'id,name\n8,Moss\n', { query: '?dryrun=true' });
  expect([status, body]).toEqual([
    400,
    {
      error: 40000,
      message:
        '"dryrun" is not a query parameter of this URL; use duplicates, dryRun, format, newIdsFrom, headerRow, idColumn, nameColumn, tagColumn',
    },
  ]);
  expect(await store.list()).toHaveLength(1);
});

test('400 for an unknown parameter of an export, without a file', async () => {
  const { send } = await withPlant();
  const answer = await send('/plants?tga=herb', { headers: { accept: 'text/csv' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/json']);
});

test.for(['/plants?limit=1&limit=2', '/audit?limit=1&limit=1', '/plants?sort=id&limit=&limit='])(
  '400 for the repeated parameter of %s',
  async (path) => {
    const { send } = await withPlant();
    const answer = await send(path);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 40003, message: 'limit must be given once; it was sent 2 times' },
    ]);
  },
);

test('401 comes before the refusal of a query parameter', async () => {
  const { url } = await withPlant();
  expect((await fetch(`${url}/plants?tga=herb`)).status).toBe(401);
});
