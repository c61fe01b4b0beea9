import { limitMax } from '@plant-store/schema/without-zod';
import { afterEach, expect, test, vi } from 'vitest';
import { countPlants, readPlants, sourceIn } from '../../../src/plants/paper/paper-source.ts';

afterEach(() => void vi.unstubAllGlobals());

const count = (address: string, fragment = '') =>
  countPlants(sourceIn(new URLSearchParams(address), fragment), new AbortController().signal);

test('the plants of a selection, a receipt or a group are counted as they were, before they are read', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://x').pathname.split('/').at(-1) ?? '');
    return Response.json({ result: { data: { json: { created: 3, updated: 2, count: 7 } } } });
  });
  expect(await count('selection', '#7,-8')).toBe(2);
  expect([await count('receipt=5'), await count('added=5'), await count('q=fern')]).toEqual([5, 5, 7]);
  expect(asked).toEqual(['activity.get', 'activity.get', 'plants.count']);
});

test('the plants of a receipt are read in full pages, and no page after the last', async () => {
  const pages = [named(1, limitMax), named(201, 3)];
  vi.stubGlobal('fetch', async () => Response.json({ result: { data: { json: pages.shift() } } }));
  const source = { kind: 'receipt', id: 5n, isOfAdditions: false } as const;
  const { signal } = new AbortController();
  expect(await readPlants(source, { onRows: () => undefined, signal })).toHaveLength(203);
});

const named = (first: number, length: number) =>
  Array.from({ length }, (_, index) => ({ id: first + index, name: 'Fern' }));

test('a receipt that does not exist is no receipt whose plants were deleted', async () => {
  const data = { error: 40_400, problems: [] };
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { json: { message: 'no receipt', code: -32_004, data } } }, { status: 404 }),
  );
  await expect(count('receipt=123')).rejects.toMatchObject({ data: { error: 40_400 } });
});
