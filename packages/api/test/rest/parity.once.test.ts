import { int64Max, toJson } from '@plant-store/schema';
import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { type Store, shareStore, startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

type Verdict = { plant: unknown } | { error: number; message: string };

/** Bodies for `create`, as JavaScript values that JSON can represent. */
const bodies: unknown[] = [
  { id: 1, name: 'Monstera' },
  { id: 3, name: 'Ficus' },
  { id: int64Max, name: ' Ficus ', tag: 'e\u0301' },
  { id: -0, name: 'zero' },
  { id: 9007199254740993n, name: 'x' },
  { id: int64Max + 1n, name: 'x' },
  { id: 1.5, name: 'x' },
  { id: true, name: 'x' },
  { id: '5', name: 'x' },
  { id: null, name: 'x' },
  { id: '', name: 'x' },
  { id: [], name: 'x' },
  { id: {}, name: 'x' },
  { name: 'x' },
  { id: 2 },
  { id: 2, name: '' },
  { id: 2, name: 7 },
  { id: 2, name: 'x', tag: null },
  { id: 2, name: 'x', tag: '' },
  { id: 2, name: 'a\nb' },
  { id: 4, name: 'a\u00a0\u2028b', tag: 'c\u3000 d' },
  { id: 2, name: '\u200b' },
  { id: 2, name: 'x', tag: '\u202ea' },
  { id: 2, name: 'x'.repeat(201) },
  { id: 2, name: 'x', extra: { deep: [true] } },
  [],
  [1, 2],
  'text',
  7,
  true,
  null,
];

async function overRest({ post }: Store, body: unknown): Promise<Verdict> {
  const answer = await post(toJson(body));
  const said = await answer.json();
  return answer.status === 200 ? { plant: said } : (said as { error: number; message: string });
}

async function overTrpc({ url, tokenFor }: Store, body: unknown): Promise<Verdict> {
  const client = trpcClient(url, await tokenFor('plants:write'));
  try {
    return { plant: await client.plants.create.mutate(body as { id: bigint; name: string }) };
  } catch (thrown) {
    if (!(thrown instanceof TRPCClientError) || !thrown.data) throw thrown;
    return { error: (thrown.data as { error: number }).error, message: thrown.message };
  }
}

const twoStores = shareStore((start) => Promise.all([start(), start()]));

test.for(bodies.map((body) => [toJson(body).slice(0, 60), body] as const))(
  'REST and tRPC give the same answer to %s, in either order',
  async ([, body]) => {
    const [restFirst, trpcFirst] = await twoStores();
    const rest = await overRest(restFirst, body);
    const trpc = await overTrpc(trpcFirst, body);
    expect(trpc).toEqual(rest);
    // The same in reverse order: the first request must not change the schemas. If the plant exists by then, both
    // answers must say so.
    expect(await overTrpc(restFirst, body)).toEqual(await overRest(trpcFirst, body));
  },
);

test('REST and tRPC refuse a key that stands twice, and store nothing', async () => {
  const store = await startStore();
  const json = { 'content-type': 'application/json' };
  const plant = '{"id":"1","id":"2","name":"x"}';
  const meta = '"meta":{"values":{"id":["bigint"]}}';
  const trpc = (path: string, body: string) =>
    store.send(`/trpc/plants.create${path}`, { method: 'POST', headers: json, body });
  const answers = [
    await trpc('', `{"json":${plant},${meta}}`),
    await trpc(',plants.create?batch=1', `{"0":{"json":${plant},${meta}},"1":{"json":${plant},${meta}}}`),
    await store.post('{"id":1,"id":2,"name":"x"}'),
  ];
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const nested = await trpc('', `{"deep":${deep},"json":${plant},${meta}}`);
  expect([nested.status, await nested.text()]).toEqual([400, expect.stringContaining('nested too deeply')]);
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('"error":40001');
    expect(text).toContain('the body has the key \\"id\\" twice in one object, again in column ');
  }
  expect(await store.rows('SELECT "id" FROM "plants"')).toEqual([]);
});

test('the list and a single plant are the same over REST and tRPC', async () => {
  const store = await startStore();
  await store.post(`{"id":${int64Max},"name":"a","tag":"b"}`);
  await store.post('{"id":2,"name":"c"}');
  const client = trpcClient(store.url, await store.tokenFor('plants:read'));
  const page = await client.plants.list.query({ limit: 1 });
  const rest = await store.send('/plants?limit=1');
  expect(toJson(page.items)).toBe(await rest.text());
  expect(rest.headers.get('link')).toContain(encodeURIComponent(page.nextCursor ?? 'none'));
  expect(toJson(await client.plants.get.query({ id: int64Max }))).toBe(
    await (await store.send(`/plants/${int64Max}`)).text(),
  );
});
