import { plants } from '@plant-store/db';
import { parseJson } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { type Store, shareStore, startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';

const id = 9_007_199_254_740_993n;
const nextOf = (answer: Response) =>
  /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';

/** A page of the feed: its text, its events and the address of the next page. */
async function page({ send }: Pick<Store, 'send'>, path: string) {
  const answer = await send(path);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.any(String)]);
  return { text, events: parseJson(text) as { position: string }[], next: nextOf(answer) };
}

test('GET /events begins now, and its Link leads on', async () => {
  const store = await startStore();
  await store.post({ id: 1, name: 'Moss' });
  const begin = await page(store, '/events?limit=2');
  expect(begin.events).toEqual([]);
  await plants.create(store.db, { id, name: 'Fern', tag: 'shade' });
  await store.send('/plants/1', { method: 'DELETE' });
  await plants.create(store.db, { id: 2n, name: 'Reed' });
  const first = await page(store, begin.next);
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  const position = expect.stringMatching(/^[\w-]{32}$/);
  expect(first.events).toEqual([
    { position, type: 'plant.created', at, id, plant: { id, name: 'Fern', tag: 'shade' } },
    { position, type: 'plant.deleted', at, id: 1 },
  ]);
  expect(first.text).toContain('"id":9007199254740993,"plant":{"id":9007199254740993,');
  const second = await page(store, first.next);
  expect(second.events).toMatchObject([{ id: 2 }]);
  const end = await page(store, second.next);
  expect([end.events, end.next]).toEqual([[], second.next]);
  // Each position begins the same page as the Link after it.
  const after = `/events?after=${first.events[1]?.position}&limit=1000`;
  expect((await page(store, after)).events).toEqual(second.events);
});

test('the page of a tRPC client has the next position, also if it is empty', async () => {
  const { url, db, tokenFor } = await startStore();
  const { events } = trpcClient(url, await tokenFor('plants:read'));
  const { items, nextCursor: after } = await events.list.query({});
  await plants.create(db, { id, name: 'Fern' });
  const next = await events.list.query({ after });
  expect([items, next.items]).toMatchObject([[], [{ type: 'plant.created', plant: { id, name: 'Fern' } }]]);
  expect(await events.list.query({ after: next.nextCursor })).toEqual({
    items: [],
    nextCursor: next.nextCursor,
  });
});

const sharedStore = shareStore((start) => start());

test.for([
  ['limit=0', 'limit must be a whole number from 1 to 1000 (sent: 0)'],
  ['limit=1001', 'limit must be a whole number from 1 to 1000 (sent: 1001)'],
  ['wait=31', 'wait must be a whole number of seconds from 0 to 30 (sent: 31)'],
  ['wait=-1', 'wait must be a whole number of seconds from 0 to 30 (sent: -1)'],
  ['wait=1.5', 'wait must be a whole number of seconds from 0 to 30 (sent: the text "1.5")'],
  ['after=', 'after is no position of the feed; take it from an event, a Link or Events-Position'],
  ['after=7', 'after is no position of the feed; take it from an event, a Link or Events-Position'],
] as const)('400 for GET /events?%s', async ([query, message]) => {
  const { send } = await sharedStore();
  const answer = await send(`/events?${query}`);
  expect([answer.status, await answer.json()]).toEqual([400, { error: 40003, message }]);
});

test('410 for a position of another store, with the way out', async () => {
  const { send } = await sharedStore();
  const other = await startStore();
  const { next } = await page(other, '/events');
  const answer = await send(next);
  expect([answer.status, await answer.json()]).toEqual([
    410,
    {
      error: 41000,
      message: expect.stringMatching(/export the whole list again, and continue from its Events-Position$/),
    },
  ]);
  expect((await send(next.replace('?', '?limit=1&'))).status).toBe(410);
});

test('only a file of the whole list has an Events-Position', async () => {
  const { send } = await sharedStore();
  const now = (await page({ send }, '/events')).next;
  const positionOf = async (path: string, accept = 'text/csv', method = 'GET') =>
    (await send(path, { method, headers: { accept } })).headers.get('events-position');
  for (const [path, accept] of [
    ['/plants/export', '*/*'],
    ['/plants/export?sort=id', 'application/x-ndjson'],
    ['/plants', 'text/csv'],
    ['/plants?sort=name', 'application/x-ndjson'],
  ] as const)
    for (const method of ['GET', 'HEAD'])
      expect([path, `/events?after=${await positionOf(path, accept, method)}`]).toEqual([path, now]);
  for (const path of [
    '/plants/export?limit=200',
    '/plants/export?q=a',
    '/plants/export?sort=unknown',
    '/plants?tag=a',
    '/plants?addedFrom=2026-01-01',
  ])
    expect([path, await positionOf(path)]).toEqual([path, null]);
  expect(await positionOf('/plants', 'application/json')).toBeNull();
  expect(await positionOf('/audit/export')).toBeNull();
});

test('a plant that is added while the export begins is in the events after it', async () => {
  const { send, db } = await startStore({
    seen: (db) => ({
      ...db,
      search: {
        ...db.search,
        async page(...query) {
          await plants.create(db, { id: 7n, name: 'Fern' });
          return db.search.page(...query);
        },
      },
    }),
  });
  const file = await send('/plants/export');
  const { events } = await page({ send }, `/events?after=${file.headers.get('events-position')}`);
  expect(events).toMatchObject([{ type: 'plant.created', id: 7 }]);
  expect(await plants.get(db, 7n)).toBeDefined();
});
