import { expect, test } from 'vitest';
import { type Bulk, bulkStore, named } from './bulk-store.ts';

test('POST /plants/bulk: 200 with each plant as stored, in order, and a receipt', async () => {
  const { sendTo, send, list } = await bulkStore();
  const answer = await sendTo('/plants/bulk', { plants: [{ id: 2, name: ' b ', tag: 'x' }, named(1)] });
  expect(answer.status).toBe(200);
  const { results, receipt } = (await answer.json()) as Bulk;
  expect(results).toEqual([
    { status: 200, plant: { id: 2, name: 'b', tag: 'x' } },
    { status: 200, plant: named(1) },
  ]);
  expect(await list()).toEqual([named(1), { id: 2, name: 'b', tag: 'x' }]);
  expect(await (await send(`/receipts/${receipt}`)).json()).toEqual({
    ...{ id: receipt, kind: 'add', by: { kind: 'token', name: 'test 0' } },
    ...{ at: expect.stringMatching(/Z$/), undoableUntil: expect.stringMatching(/Z$/) },
    ...{ rows: 2, created: 2, updated: 0, deleted: 0, skipped: 0, failed: 0 },
  });
});

test('POST /plants/bulk: 400 names every invalid plant, and nothing is stored', async () => {
  const { sendTo, list, post } = await bulkStore();
  await post(named(1));
  const plants = [named(3), named(1), { id: 'x', name: '' }, null];
  const answer = await sendTo('/plants/bulk', { plants }, { accept: 'application/problem+json' });
  expect(answer.status).toBe(400);
  const { error, errors, detail } = (await answer.json()) as {
    error: number;
    errors: { pointer: string }[];
    detail: string;
  };
  expect(error).toBe(40004);
  expect(detail).toMatch(/^nothing was stored: 3 of 4 plants cannot be added: plants\[1\]: id 1 is already/);
  expect(errors.map(({ pointer }) => pointer)).toEqual([
    '/plants/1/id',
    '/plants/2/id',
    '/plants/2/name',
    '/plants/3',
  ]);
  expect(await list()).toEqual([named(1)]);
});

test('POST /plants/bulk: ?mode=partial adds the valid plants and gives the errors of POST /plants', async () => {
  const { sendTo, list, post } = await bulkStore();
  await post(named(1));
  const plants = [named(3), named(1), { id: 'x', name: '' }, named(3)];
  const answer = await sendTo('/plants/bulk?mode=partial', { plants });
  expect(answer.status).toBe(200);
  const { results } = (await answer.json()) as Bulk;
  expect(results.map(({ status, error }) => [status, error?.error])).toEqual([
    [200, undefined],
    [400, 40004],
    [400, 40003],
    [400, 40004],
  ]);
  for (const [index, plant] of plants.entries())
    if (index === 1 || index === 2) expect(results[index]?.error).toEqual(await (await post(plant)).json());
  expect(await list()).toEqual([named(1), named(3)]);
});

test('POST /plants/bulk: a thousand of the longest plants fit in a request', async () => {
  const { sendTo } = await bulkStore();
  const longest = (_: unknown, n: number) => ({
    id: -9007199254740991 + n,
    name: '🌿'.repeat(200),
    tag: '🌿'.repeat(100),
  });
  const body = { plants: Array.from({ length: 1000 }, longest) };
  expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(1_200_000);
  const { results } = (await (await sendTo('/plants/bulk', body)).json()) as Bulk;
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
});

test('POST /plants/bulk: a replay adds nothing and gives the same receipt', async () => {
  const { sendTo, list } = await bulkStore();
  const key = { 'idempotency-key': 'k' };
  const first = await (await sendTo('/plants/bulk', { plants: [named(1)] }, key)).text();
  const replay = await sendTo('/plants/bulk', { plants: [named(1)] }, key);
  expect([await replay.text(), replay.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
  expect((await sendTo('/plants/bulk?mode=partial', { plants: [named(1)] }, key)).status).toBe(400);
  expect(await list()).toEqual([named(1)]);
});
