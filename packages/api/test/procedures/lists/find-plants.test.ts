import { plantSorts } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { type Store, shareStore, startStore } from '../../store.ts';

const plants = [
  { id: 1, name: 'Pūhā', tag: 'herb' },
  { id: 2, name: 'Abelia × grandiflora', tag: 'shrub' },
  { id: 3, name: 'Monstera deliciosa', tag: 'aroid' },
  { id: 4, name: 'monstera adansonii', tag: 'aroid' },
  { id: 5, name: 'Zamioculcas' },
  { id: -42, name: '×Fatshedera lizei' },
];

async function withPlants(start = startStore): Promise<Store & { find(query: string): Promise<number[]> }> {
  const store = await start();
  for (const plant of plants) expect((await store.post(plant)).status).toBe(200);
  const find = async (query: string) => {
    const answer = await store.send(`/plants?${query}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id);
  };
  return { ...store, find };
}

const sharedStore = shareStore(withPlants);

test('q may have any number of words in 200 characters', async () => {
  const { find, post } = await withPlants();
  const name = Array.from('abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψω草木花葉根茎種実枝幹').join(' ');
  const ids = [7, 8];
  await post({ id: 7, name });
  await post({ id: 8, name: name.slice(0, -1) });
  expect(await find(new URLSearchParams({ q: name }).toString())).toEqual(ids.slice(0, 1));
  const han = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  await post({ id: 9, name: han });
  expect(await find(new URLSearchParams({ q: han }).toString())).toEqual([9]);
});

const next = (answer: Response) => /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];

test('q finds by the beginnings of all its words, without case and diacritics, and by id', async () => {
  const { find } = await sharedStore();
  expect(await find('q=puha')).toEqual([1]);
  expect(await find('q=P%C5%AAH')).toEqual([1]);
  expect(await find('q=aroid')).toEqual([4, 3]);
  expect(await find('q=DEL+mon')).toEqual([3]);
  expect(await find('q=abelia+x+grandiflora')).toEqual([2]);
  expect(await find('q=abelia+%C3%97+gran')).toEqual([2]);
  expect(await find('q=abelia+grandiflora')).toEqual([2]);
  expect(await find('q=fatshedera')).toEqual([-42]);
  expect(await find('q=xfatshedera')).toEqual([-42]);
  expect(await find('q=-42')).toEqual([-42]);
  expect(await find('q=%23-42')).toEqual([-42]);
  expect(await find('q=onstera')).toEqual([]);
  expect(await find('q=')).toHaveLength(plants.length);
});

test.for(['--', '%23', '%E2%80%8B', '%CA%BB', '...+*'])(
  'q=%s, which has no word, finds nothing',
  async (q) => {
    const { send, find } = await sharedStore();
    for (const query of [`q=${q}`, `q=${q}&sort=name`, `q=${q}&tag=aroid`, `q=${q}&limit=2`])
      expect([query, await find(query)]).toEqual([query, []]);
    expect(await (await send(`/plants/count?q=${q}`)).json()).toEqual({ count: 0 });
    expect(await (await send(`/tags?q=${q}`)).json()).toEqual([]);
    const file = await send(`/plants?q=${q}`, { headers: { accept: 'application/x-ndjson' } });
    expect([file.status, await file.text()]).toEqual([200, '']);
  },
);

test('a blank q is no filter', async () => {
  const { send, find } = await sharedStore();
  for (const q of ['', '+', '%09+%E3%80%80']) expect(await find(`q=${q}`)).toHaveLength(plants.length);
  expect(await (await send('/plants/count?q=+')).json()).toEqual({ count: plants.length });
  expect(await (await send('/tags?q=+')).json()).toHaveLength(3);
});

test('tag is compared exactly, and an empty tag finds plants without a tag', async () => {
  const { find } = await sharedStore();
  expect(await find('tag=aroid')).toEqual([4, 3]);
  expect(await find('tag=Aroid')).toEqual([]);
  expect(await find('tag=')).toEqual([-42, 5]);
  expect(await find('tag=aroid&q=ad')).toEqual([4]);
});

test('plants are sorted by time, by name in reading order, and by id, in both directions', async () => {
  const { find } = await sharedStore();
  expect(await find('sort=added')).toEqual([1, 2, 3, 4, 5, -42]);
  expect(await find('sort=name')).toEqual([2, -42, 4, 3, 1, 5]);
  expect(await find('sort=-name')).toEqual([5, 1, 3, 4, -42, 2]);
  expect(await find('sort=id')).toEqual([-42, 1, 2, 3, 4, 5]);
  expect(await find('sort=-id')).toEqual([5, 4, 3, 2, 1, -42]);
});

test('addedFrom and addedBefore accept days in UTC and times with a zone', async () => {
  const { find, send } = await sharedStore();
  expect(await find('addedFrom=2026-01-01&addedBefore=9000-01-01')).toHaveLength(plants.length);
  expect(await find('addedBefore=2026-01-01')).toEqual([]);
  expect(await find('addedFrom=9000-01-01T00:00:00%2B02:00')).toEqual([]);
  expect(await find('addedBefore=2028-02-29')).toHaveLength(plants.length);
  expect((await send('/plants?addedBefore=2027-02-29')).status).toBe(400);
});

test.for(plantSorts)(
  'Link headers keep filter and sort, and lead to every plant that matches: %s',
  async (sort) => {
    const { post, send, find } = await withPlants();
    for (let id = 100; id < 120; id++) await post({ id, name: `Fern ${id % 7}`, tag: 'a & b' });
    const query = `q=fe&tag=a+%26+b&sort=${sort}`;
    const seen: number[] = [];
    let path: string | undefined = `/plants?${query}&limit=3`;
    for (let page = 0; path !== undefined; page++) {
      const answer = await send(path);
      seen.push(...((await answer.json()) as { id: number }[]).map(({ id }) => id));
      path = next(answer);
      await post({ id: 1_000 + page, name: 'Fern 3', tag: 'other' });
    }
    expect(seen).toHaveLength(20);
    expect(seen).toEqual(await find(query));
  },
);

test('400 for a cursor with exchanged parts', async () => {
  const { send } = await sharedStore();
  const made = async (sort: string) => {
    const link = next(await send(`/plants?limit=1&sort=${sort}`)) ?? '';
    const cursor = new URL(link, 'http://localhost').searchParams.get('cursor') ?? '';
    return Buffer.from(cursor, 'base64url').toString().split('.');
  };
  const [version, mark, id] = await made('name');
  const keys = ['5', '', 't\ud800', '99999999999999999999', '-0'];
  for (const key of [...keys, ...keys.map((one) => `t${one}`).slice(3)]) {
    const cursor = Buffer.from([version, mark, `${id}0000000000000000000`, key].join('.')).toString(
      'base64url',
    );
    expect((await send(`/plants?limit=1&sort=name&cursor=${cursor}`)).status).toBe(400);
  }
  const [, ofAdded, its] = await made('added');
  for (const key of ['tx', '9223372036854775808', '007', '']) {
    const cursor = Buffer.from(['2', ofAdded, its, key].join('.')).toString('base64url');
    expect((await send(`/plants?limit=1&sort=added&cursor=${cursor}`)).status).toBe(400);
  }
});

test('GET /plants/count counts the plants of the filter', async () => {
  const { send } = await sharedStore();
  const count = async (query: string) => (await send(`/plants/count?${query}`)).json();
  expect(await count('')).toEqual({ count: 6 });
  expect(await count('q=mon')).toEqual({ count: 2 });
  expect(await count('tag=')).toEqual({ count: 2 });
  expect(await count('q=mon&tag=aroid&addedFrom=2020-01-01')).toEqual({ count: 2 });
  expect((await send('/plants/count?addedFrom=x')).status).toBe(400);
});

test('GET /tags gives tags with counts, most used first, found by their words', async () => {
  const { send } = await sharedStore();
  expect(await (await send('/tags')).json()).toEqual([
    { tag: 'aroid', count: 2 },
    { tag: 'herb', count: 1 },
    { tag: 'shrub', count: 1 },
  ]);
  expect(await (await send('/tags?q=SHR')).json()).toEqual([{ tag: 'shrub', count: 1 }]);
  expect(await (await send('/tags?limit=1')).json()).toEqual([{ tag: 'aroid', count: 2 }]);
  expect((await send('/tags?limit=1001')).status).toBe(400);
});

test('GET /statistics gives the numbers of the store', async () => {
  const { send } = await sharedStore();
  expect(await (await send('/statistics')).json()).toEqual({
    total: 6,
    untagged: 2,
    byTag: [
      { tag: 'aroid', count: 2 },
      { tag: 'herb', count: 1 },
      { tag: 'shrub', count: 1 },
    ],
    byWeek: [{ week: expect.stringMatching(/^\d{4}-W\d\d$/), count: 6 }],
  });
});

test('400 for a cursor with a name that no plant can have', async () => {
  const { send } = await sharedStore();
  const real = next(await send('/plants?limit=1&sort=name'));
  const cursor = new URL(real ?? '', 'http://localhost').searchParams.get('cursor') ?? '';
  const made = Buffer.from(`${Buffer.from(cursor, 'base64url')}\0`).toString('base64url');
  expect((await send(`/plants?sort=name&cursor=${made}`)).status).toBe(400);
});
