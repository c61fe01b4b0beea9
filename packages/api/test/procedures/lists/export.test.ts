import { tokens } from '@plant-store/db';
import { openPlantFile } from '@plant-store/plant-files';
import { toJson } from '@plant-store/schema';
import { anyText } from '@plant-store/schema/testing/any-text';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { shareStore, startStore } from '../../store.ts';

const named = (id: number) => ({ id, name: `plant ${id}` });

async function storeWith(count: number, start = startStore) {
  const store = await start();
  const post = (plants: unknown[]) =>
    store.send('/plants/bulk', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ plants }),
    });
  if (count > 0) await post(Array.from({ length: count }, (_, id) => named(id)));
  const exported = (accept: string, path = '/plants') => store.send(path, { headers: { accept } });
  return { ...store, postMany: post, exported };
}

/** The plants of a file, read like an import. */
async function plantsIn(answer: Response) {
  const file = await openPlantFile(answer.body as unknown as AsyncIterable<Uint8Array>);
  const plants: unknown[] = [];
  for await (const rows of file.batches)
    for (const { plant, problems } of rows) plants.push(plant ?? problems);
  return plants;
}

test('a file contains all plants, for any length of a page', async () => {
  const { exported } = await storeWith(450);
  const csv = 'text/csv; charset=utf-8; header=present';
  for (const [accept, type, path = '/plants'] of [
    ['text/csv', csv],
    ['*/*', csv, '/plants/export'],
    // Generated clients ask for the type of errors.
    ['application/json, application/problem+json', csv, '/plants/export'],
    ['application/json, application/x-ndjson;q=0.9', 'application/x-ndjson', '/plants/export'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/json;q=0.5, text/csv', csv],
    ['text/csv; charset=utf-8', csv],
    ['Text/CSV; Charset="UTF-8"; header=present', csv],
    ['application/x-ndjson; charset=utf-8, text/csv;q=0.9', 'application/x-ndjson'],
    ['application/json;q=0, text/*;q=0.1', csv],
  ] as const) {
    const answer = await exported(accept, `${path}?sort=id`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      200,
      type,
      'accept',
    ]);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="plants-\d{4}-\d\d-\d\d\.(csv|ndjson)"$/,
    );
    expect(await plantsIn(answer)).toEqual(
      Array.from({ length: 450 }, (_, id) => ({ ...named(id), id: BigInt(id) })),
    );
  }
});

const sharedStore = shareStore((start) => storeWith(60, start));

test.for([
  ...[undefined, '*/*', 'application/json', 'text/html', 'application/problem+json, text/*;q=0'],
  ...['text/csv;q=0', 'text/csv;q=0, */*', 'text/csv;q=0.000, application/x-ndjson;q=0'],
  ...['text/csv; charset=iso-8859-1', 'application/json; charset=utf-8, text/csv;q=0.5'],
])('Accept: %s gets a page of JSON', async (accept) => {
  const { send } = await sharedStore();
  const answer = await send('/plants', { headers: accept === undefined ? {} : { accept } });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toHaveLength(50);
});

test('a file has the plants of the filter, at most as many as the limit', async () => {
  const { exported } = await storeWith(30);
  expect(await plantsIn(await exported('text/csv', '/plants?q=plant+2&sort=id'))).toHaveLength(11);
  expect(await plantsIn(await exported('text/csv', '/plants?limit=7'))).toHaveLength(7);
});

test('an invalid request gets its error before a file begins', async () => {
  const { exported } = await storeWith(0);
  for (const path of [
    '/plants?sort=x',
    '/plants?cursor=AAAA',
    '/plants/export?limit=0',
    '/plants/export?x=1',
  ]) {
    const answer = await exported('text/csv', path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/json']);
  }
});

test('an empty store has a file with only a header', async () => {
  const { exported } = await storeWith(0);
  expect(await (await exported('text/csv')).text()).toMatch(/^﻿?id,name,tag\r\n$/);
  expect(await (await exported('application/x-ndjson')).text()).toBe('');
});

test('a token that is revoked during a download ends the download', async () => {
  const { url, db, rows, tokenFor } = await storeWith(0);
  // The file is larger than the buffers of a connection.
  await rows(`INSERT INTO plants (id, name, tag, folded, added_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT i, '${'🌿'.repeat(200)}', '${'🌿'.repeat(100)}', ' x', 1700000000000000 + i FROM n`);
  const value = await tokenFor('plants:read');
  const headers = { accept: 'text/csv', authorization: `Bearer ${value}` };
  const answer = await fetch(`${url}/plants`, { headers });
  await tokens.revoke(db, { id: (await tokens.find(db, value))?.id ?? '' });
  // The token is cached for half a second.
  await vi.waitUntil(async () => (await fetch(`${url}/plants?limit=1`, { headers })).status === 401);
  await expect(answer.text()).rejects.toThrow();
});

test('an export contains the plants exactly, for any names', async () => {
  const { postMany, exported } = await storeWith(0);
  const text = fc
    .oneof(anyText({ maxLength: 9 }), fc.constantFrom('=1+1', "'=x", '@a', '-1', '"', ',;'))
    .map((sample) =>
      `${sample.replaceAll(/[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069]/gu, '')}x`.normalize('NFC'),
    );
  const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const plant = fc.record({ id, name: text, tag: text }, { noNullPrototype: true });
  const many = fc.uniqueArray(plant, { selector: (one) => one.id, minLength: 200, maxLength: 200 });
  const plants = fc.sample(many, 1)[0] ?? [];
  const { results } = (await (await postMany(plants)).json()) as { results: object[] };
  expect(results).toHaveLength(200);
  const byId = [...plants].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const accept of ['text/csv', 'application/x-ndjson'])
    expect(await plantsIn(await exported(accept, '/plants?sort=id'))).toEqual(byId);
});

test.for([
  ['text/csv', '/plants'],
  ['application/x-ndjson', '/plants/export'],
] as const)(
  'a page as %s of %s has a Link to the next page, and a whole file has none',
  async ([accept, address]) => {
    const { exported } = await storeWith(7);
    const read: unknown[] = [];
    let path: string | undefined = `${address}?limit=3&sort=id&q=plant`;
    while (path) {
      const answer = await exported(accept, path);
      read.push(...(await plantsIn(answer)));
      path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(read).toEqual(Array.from({ length: 7 }, (_, id) => ({ ...named(id), id: BigInt(id) })));
    expect((await exported(accept, address)).headers.get('link')).toBeNull();
  },
);

test('HEAD describes the file and reads only its first page', async () => {
  const { send, db } = await storeWith(900);
  const page = vi.spyOn(db.search, 'page');
  const answer = await send('/plants', { method: 'HEAD', headers: { accept: 'text/csv' } });
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  // The length of the file is unknown before the server reads all plants.
  expect(answer.headers.get('content-length')).toBeNull();
  // By this time the server would have read the whole file.
  await send('/plants', { headers: { accept: 'text/csv' } }).then((file) => file.text());
  expect(page).toHaveBeenCalledTimes(1 + 5);
});
