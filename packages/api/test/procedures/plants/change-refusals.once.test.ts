import { describe, expect, test } from 'vitest';
import { shareStore } from '../../store.ts';
import { storeWithFern } from './fern-store.ts';

const sharedStore = shareStore((start) => storeWithFern({}, start));

describe('PUT', () => {
  test.for([
    [{}, 'name is missing'],
    [{ name: 'x', tag: null }, 'tag must be text'],
    [{ id: 8, name: 'x' }, 'id differs from the id in the URL (7)'],
    [[1, 2], 'a JSON object is required; an array was sent'],
    ['x', 'a JSON object is required; the text "x" was sent'],
  ] as const)('400 for %j, and nothing is changed', async ([body, message]) => {
    const { put, read } = await sharedStore();
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain(message);
    expect(await read()).toEqual({ id: 7, name: 'Fern', tag: 'shade' });
  });

  test.for(['1e400', '{"toString":1,"valueOf":2}', '"7"', '[7]', 'null', '8', '7.5'])(
    '400 for the id %s in the body',
    async (id) => {
      const { send } = await sharedStore();
      const headers = { 'content-type': 'application/json' };
      const answer = await send('/plants/7', { method: 'PUT', headers, body: `{"id":${id},"name":"Moss"}` });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ error: 40003, message: expect.stringContaining('the URL (7);') });
    },
  );
});

describe('PATCH', () => {
  test.for([
    [{ name: null }, 'name must be text'],
    [{ name: '' }, 'name is empty'],
    [{ tag: 7 }, 'tag must be text'],
    [{ id: 8 }, 'id differs from the id in the URL (7)'],
    [null, 'a JSON object is required; null was sent'],
  ] as const)('400 for %j, and nothing is changed', async ([body, message]) => {
    const { patch, read } = await sharedStore();
    const answer = await patch(body);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain(message);
    expect(await read()).toEqual({ id: 7, name: 'Fern', tag: 'shade' });
  });
});
