import { describe, expect, test } from 'vitest';
import { startStore } from './store.ts';

type Bulk = {
  results: { status: number; plant?: object; error?: { error: number; message: string } }[];
  receipt: number;
};

async function bulkStore() {
  const store = await startStore();
  const send = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    store.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  return { ...store, sendTo: send, list: async () => (await store.send('/plants?sort=id')).json() };
}

const named = (id: number) => ({ id, name: `plant ${id}` });

describe('POST /plants/bulk', () => {
  test('200 with each plant as stored, in order, and a receipt', async () => {
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

  test('400 names every plant at fault, and nothing is stored', async () => {
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
    expect(detail).toMatch(
      /^nothing was stored, as 3 of 4 plants cannot be added: plants\[1\]: id 1 is already/,
    );
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/plants/1/id',
      '/plants/2/id',
      '/plants/2/name',
      '/plants/3',
    ]);
    expect(await list()).toEqual([named(1)]);
  });

  test('?mode=partial adds what can be added, and says of the others what POST /plants would', async () => {
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

  test.for([
    ['/plants/bulk', {}, 'plants must be an array of 1 to 1000 plants'],
    ['/plants/bulk', { plants: [] }, 'plants must be an array of 1 to 1000 plants'],
    ['/plants/bulk', { plants: Array(1001).fill(named(1)) }, 'plants must be an array of 1 to 1000 plants'],
    ['/plants/bulk', { plants: { 0: named(1) } }, 'plants must be an array'],
    ['/plants/bulk', [named(1)], 'a JSON object is needed; an array was sent'],
    ['/plants/bulk?mode=some', { plants: [named(1)] }, 'mode must be all or partial'],
    ['/plants/bulk/delete', { filter: [] }, 'filter must be an object, such as {"tag": "herb"}'],
    ['/plants/bulk/delete', { filter: null }, 'filter must be an object'],
    ['/plants/bulk/edit', { ids: [1] }, 'tag is missing; give 1 to 100 characters'],
    ['/plants/bulk/edit', { ids: [1], tag: '' }, 'tag is empty'],
    ['/plants/bulk/edit', { ids: ['1'], tag: 'x' }, 'must be a whole number'],
    ['/plants/bulk/delete', { ids: [] }, 'ids must have 1 to 1000 ids'],
    ['/plants/bulk/delete', {}, 'ids is missing; give 1 to 1000 ids, or a filter'],
    [
      '/plants/bulk/delete',
      { ids: [1], filter: {} },
      'ids and filter cannot both be given; give one of them',
    ],
    ['/plants/bulk/delete', { ids: 7 }, 'ids must be an array of 1 to 1000 ids'],
    ['/plants/bulk/delete', { filter: { q: 7 } }, 'filter.q must be text'],
    ['/plants/bulk/edit', { filter: { count: 'x' }, tag: 'x' }, 'filter.count must be a whole number'],
  ] as const)('400 at %s for %j', async ([path, body, message]) => {
    const { sendTo } = await bulkStore();
    const answer = await sendTo(path, body);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain(message);
  });

  test('a thousand of the longest plants fit in a request', async () => {
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

  test('a replay adds nothing, and tells the same receipt', async () => {
    const { sendTo, list } = await bulkStore();
    const key = { 'idempotency-key': 'k' };
    const first = await (await sendTo('/plants/bulk', { plants: [named(1)] }, key)).text();
    const replay = await sendTo('/plants/bulk', { plants: [named(1)] }, key);
    expect([await replay.text(), replay.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
    expect((await sendTo('/plants/bulk?mode=partial', { plants: [named(1)] }, key)).status).toBe(400);
    expect(await list()).toEqual([named(1)]);
  });
});

describe('a filter', () => {
  const many = async () => {
    const store = await bulkStore();
    for (let from = 0; from < 3000; from += 1000) {
      const plants = Array.from({ length: 1000 }, (_, n) => ({
        ...named(from + n),
        tag: n % 2 ? 'odd' : 'even',
      }));
      await store.sendTo('/plants/bulk', { plants });
    }
    const count = async (filter: string) =>
      ((await (await store.send(`/plants/count?${filter}`)).json()) as { count: number }).count;
    return { ...store, count };
  };

  test('takes all plants that it finds, more than could be named, and all of it is undone', async () => {
    const { sendTo, count } = await many();
    const edited = await (await sendTo('/plants/bulk/edit', { filter: { tag: 'odd' }, tag: 'x' })).json();
    expect(edited).toMatchObject({ changed: 1500, missing: [] });
    expect([await count('tag=odd'), await count('tag=x')]).toEqual([0, 1500]);
    const deleted = await (await sendTo('/plants/bulk/delete', { filter: {} })).json();
    expect(deleted).toMatchObject({ changed: 3000 });
    expect(await count('')).toBe(0);
    for (const { receipt } of [deleted, edited] as Bulk[]) await sendTo(`/receipts/${receipt}/undo`);
    expect([await count('tag=odd'), await count('tag=even')]).toEqual([1500, 1500]);
  });

  test('412 when it finds another number of plants than it is known to, and nothing is changed', async () => {
    const { sendTo, count } = await many();
    const send = (n: number) => sendTo('/plants/bulk/delete', { filter: { tag: 'odd', count: n } });
    const answer = await send(1499);
    expect(answer.status).toBe(412);
    expect(await answer.json()).toEqual({
      error: 41200,
      message: expect.stringContaining('1500 plants by now, not 1499'),
    });
    expect(await count('tag=odd')).toBe(1500);
    expect((await send(1500)).status).toBe(200);
  });

  test('a replay changes nothing, though the filter finds other plants by now', async () => {
    const { sendTo, post, count } = await many();
    const send = () => sendTo('/plants/bulk/delete', { filter: { tag: 'odd' } }, { 'idempotency-key': 'k' });
    const first = await (await send()).text();
    await post({ id: 5000, name: 'x', tag: 'odd' });
    const replay = await send();
    expect([await replay.text(), replay.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
    expect(await count('tag=odd')).toBe(1);
  });
});

describe('receipts', () => {
  test('an edit and a deletion of many are undone, and so is the undoing', async () => {
    const { sendTo, list } = await bulkStore();
    await sendTo('/plants/bulk', { plants: [named(1), named(2)] });
    for (const [path, body, after] of [
      ['/plants/bulk/edit', { ids: [1, 2, 9], tag: 'x' }, [1, 2].map((id) => ({ ...named(id), tag: 'x' }))],
      ['/plants/bulk/delete', { ids: [1, 2, 9] }, []],
    ] as const) {
      const before = await list();
      const changed = (await (await sendTo(path, body)).json()) as { receipt: number };
      expect(changed).toMatchObject({ changed: 2, missing: [9] });
      expect(await list()).toEqual(after);
      const undone = (await (await sendTo(`/receipts/${changed.receipt}/undo`)).json()) as {
        receipt: number;
      };
      expect(undone).toMatchObject({ leftCount: 0, left: [] });
      expect(await list()).toEqual(before);
      await sendTo(`/receipts/${undone.receipt}/undo`);
      expect(await list()).toEqual(after);
    }
  });

  test('undoing lists the plants that it leaves alone', async () => {
    const { sendTo, send } = await bulkStore();
    const added = (await (await sendTo('/plants/bulk', { plants: [named(1), named(2)] })).json()) as Bulk;
    await send('/plants/1', { method: 'DELETE' });
    const answer = await sendTo(`/receipts/${added.receipt}/undo`);
    expect(await answer.json()).toEqual({
      ...{ receipt: expect.any(Number), created: 0, updated: 0, deleted: 1 },
      ...{ leftCount: 1, left: [{ id: 1, reason: 'deleted' }] },
    });
    const again = await sendTo(`/receipts/${added.receipt}/undo`);
    expect(again.status).toBe(400);
    expect(((await again.json()) as { message: string }).message).toMatch(/has been undone already/);
  });

  test('404 for what is no receipt, and 400 for what cannot be one', async () => {
    const { sendTo, send } = await bulkStore();
    expect((await sendTo('/receipts/7/undo')).status).toBe(404);
    expect((await send('/receipts/7')).status).toBe(404);
    expect((await sendTo('/receipts/x/undo')).status).toBe(400);
    expect((await send('/receipts?cursor=AAAA')).status).toBe(400);
  });

  test('are listed by pages, the last first', async () => {
    const { sendTo, send } = await bulkStore();
    for (const id of [1, 2, 3]) await sendTo('/plants/bulk', { plants: [named(id)] });
    const first = await send('/receipts?limit=2');
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const found = [...((await first.json()) as Bulk[]), ...((await (await send(next)).json()) as Bulk[])];
    const ids = found.map((receipt) => (receipt as unknown as { id: number }).id);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  test.for([
    ['plants:write', '/plants/bulk/delete', 403],
    ['plants:read', '/plants/bulk', 403],
    ['plants:delete', '/plants/bulk/delete', 200],
    ['plants:delete', '/plants/bulk/edit', 403],
    ['plants:read', '/receipts/7/undo', 403],
    ['plants:write', '/receipts/7/undo', 404],
  ] as const)('%s: POST %s is %d', async ([scope, path, status]) => {
    const { sendTo, tokenFor } = await bulkStore();
    const authorization = `Bearer ${await tokenFor(scope)}`;
    expect((await sendTo(path, { ids: [1], tag: 'x' }, { authorization })).status).toBe(status);
  });
});

test('what a filter found is deleted once by a request that comes again, though it finds nothing by then', async () => {
  const { sendTo, post } = await bulkStore();
  await post(named(1));
  const body = { filter: { q: 'plant', count: 1 } };
  const [first, again] = [
    await sendTo('/plants/bulk/delete', body, { 'idempotency-key': 'k' }),
    await sendTo('/plants/bulk/delete', body, { 'idempotency-key': 'k' }),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
  expect((await sendTo('/plants/bulk/delete', body)).status).toBe(412);
});

test('404 for a receipt that there cannot be, whatever its number', async () => {
  const { send, sendTo } = await bulkStore();
  for (const id of ['9223372036854775807', '-9223372036854775808', '0']) {
    expect([id, (await send(`/receipts/${id}`)).status]).toEqual([id, 404]);
    expect([id, (await sendTo(`/receipts/${id}/undo`)).status]).toEqual([id, 404]);
  }
});
