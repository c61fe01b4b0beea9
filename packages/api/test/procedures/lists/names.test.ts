import { expect, test } from 'vitest';
import { shareStore, startStore } from '../../store.ts';

async function withNames(plants: { name: string; tag?: string }[]) {
  const store = await startStore();
  for (const [index, plant] of plants.entries())
    expect((await store.post({ id: index + 1, ...plant })).status).toBe(200);
  const names = async (query: string) => (await store.send(`/names?${query}`)).json();
  return { ...store, names };
}

const sharedStore = shareStore((start) => start());

test('GET /names gives spellings that begin with q, most used first', async () => {
  const { names } = await withNames([
    { name: 'Pūhā', tag: 'Herb' },
    { name: 'puha gold', tag: 'herb layer' },
    { name: 'Monstera', tag: 'Herb' },
    { name: 'Monstera deliciosa', tag: 'dry herb' },
    { name: 'Monstera deliciosa' },
    { name: 'Green Monstera' },
  ]);
  expect(await names('q=PU')).toEqual(['Pūhā', 'puha gold']);
  expect(await names('q=mons')).toEqual(['Monstera deliciosa', 'Monstera']);
  expect(await names('q=monstera+')).toEqual(['Monstera deliciosa']);
  expect(await names('q=monstera+deli')).toEqual(['Monstera deliciosa']);
  expect(await names('q=mons&limit=1')).toEqual(['Monstera deliciosa']);
  expect(await names('q=onstera')).toEqual([]);
  expect(await names('q=--')).toEqual([]);
  expect(await names('q=h%C3%A9&field=tag')).toEqual(['Herb', 'herb layer']);
  expect(await names('q=layer&field=tag')).toEqual([]);
});

test('GET /names finds a rare name behind many plants with a common name', async () => {
  const { names } = await withNames([
    ...Array.from({ length: 60 }, () => ({ name: 'Aloe' })),
    { name: 'Aloe vera' },
  ]);
  expect(await names('q=alo')).toEqual(['Aloe', 'Aloe vera']);
});

test.for([
  '',
  'q=',
  `q=${'a'.repeat(201)}`,
  'q=a&field=id',
  'q=a&limit=0',
  'q=a&limit=21',
  'q=a&x=1',
  'q=%00',
])('400 for GET /names?%s', async (query) => {
  const { send } = await sharedStore();
  expect((await send(`/names?${query}`)).status).toBe(400);
});
