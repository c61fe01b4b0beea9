import { expect, test, vi } from 'vitest';
import { type Bulk, bulkStore, named } from './bulk-store.ts';

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

test('a filter selects more plants than a list of ids can contain, and one undo restores them', async () => {
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

test.for(['--', '', ' ', '#', '\u200b', '\u02bb'])(
  '400 for a filter with q=%j, which has no word, and no plant is changed',
  async (q) => {
    const { sendTo, list } = await bulkStore();
    const plants = [1, 2].map((id) => ({ ...named(id), tag: 'x' }));
    await sendTo('/plants/bulk', { plants });
    for (const [path, body] of [
      ['/plants/bulk/delete', {}],
      ['/plants/bulk/edit', { tag: 'y' }],
    ] as const)
      for (const filter of [{ q }, { q, tag: 'x', count: 2 }]) {
        const answer = await sendTo(path, { ...body, filter });
        expect([answer.status, await answer.json()]).toEqual([
          400,
          {
            error: 40003,
            message: expect.stringMatching(
              /^filter\.q must contain a letter or a digit; to filter by other fields only, leave out q \(sent: the text "/,
            ),
          },
        ]);
      }
    expect(await list()).toEqual(plants);
  },
);

test('a q that is too long and has no word is one problem', async () => {
  const { sendTo } = await bulkStore();
  const answer = await sendTo('/plants/bulk/delete', { filter: { q: '-'.repeat(201) } });
  expect(await answer.text()).toMatch(
    /"filter\.q must be text of at most 200 characters; it has 201 \(sent: the text [^;]*$/,
  );
});

test('412 if a filter finds another number of plants than expected, and nothing is changed', async () => {
  const { sendTo, count } = await many();
  const send = (n: number) => sendTo('/plants/bulk/delete', { filter: { tag: 'odd', count: n } });
  const answer = await send(1499);
  expect(answer.status).toBe(412);
  expect(await answer.json()).toEqual({
    error: 41200,
    message: expect.stringContaining('1500 plants, not 1499'),
  });
  expect(await count('tag=odd')).toBe(1500);
  expect((await send(1500)).status).toBe(200);
});

test('a replay of a bulk action changes nothing, even if its filter now finds other plants', async () => {
  const { sendTo, post, count } = await many();
  const send = () => sendTo('/plants/bulk/delete', { filter: { tag: 'odd' } }, { 'idempotency-key': 'k' });
  const first = await (await send()).text();
  await post({ id: 5000, name: 'x', tag: 'odd' });
  const replay = await send();
  expect([await replay.text(), replay.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
  expect(await count('tag=odd')).toBe(1);
});

test('a repeated deletion by a filter gets its first answer, even if the filter now finds nothing', async () => {
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

test('a plant that changes during a bulk deletion is deleted only if the filter still finds it', async () => {
  const { db, sendTo, send, list } = await bulkStore();
  const plants = [1, 2, 3].map((id) => ({ ...named(id), tag: 'dead' }));
  await sendTo('/plants/bulk', { plants });
  const patch = (id: number, body: object) =>
    send(`/plants/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const page = db.search.page.bind(db.search);
  const looked = vi.spyOn(db.search, 'page').mockImplementation(async (...wanted) => {
    const found = await page(...wanted);
    expect((await patch(1, { tag: 'alive' })).status).toBe(200);
    expect((await patch(2, { name: 'dead wood' })).status).toBe(200);
    return found;
  });
  const counted = await sendTo('/plants/bulk/delete', { filter: { tag: 'dead', count: 3 } });
  expect([counted.status, await list()]).toEqual([412, expect.objectContaining({ length: 3 })]);
  await patch(1, { tag: 'dead' });
  const answer = await sendTo('/plants/bulk/delete', { filter: { tag: 'dead' } });
  looked.mockRestore();
  const deleted = (await answer.json()) as Bulk;
  expect(deleted).toMatchObject({ changed: 2, missing: [] });
  expect(await list()).toEqual([{ ...named(1), tag: 'alive' }]);
  expect(await (await send(`/receipts/${deleted.receipt}`)).json()).toMatchObject({
    ...{ rows: 3, deleted: 2, skipped: 1 },
  });
});
