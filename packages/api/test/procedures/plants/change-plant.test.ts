import { describe, expect, test } from 'vitest';
import { storeWithFern } from './fern-store.ts';

describe('PUT of a plant', () => {
  test('200 replaces a plant as a whole', async () => {
    const { put, read } = await storeWithFern();
    const answer = await put({ name: ' Moss ' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ id: 7, name: 'Moss' });
    expect(await read()).toEqual({ id: 7, name: 'Moss' });
  });

  test('201 adds a missing plant, with any int64 id', async () => {
    const { put, send } = await storeWithFern();
    const path = '/plants/-9223372036854775808';
    const answer = await put({ name: 'Moss', tag: 'shade' }, {}, path);
    expect(answer.status).toBe(201);
    expect(await answer.text()).toBe('{"id":-9223372036854775808,"name":"Moss","tag":"shade"}');
    expect((await send(path)).headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  test('200 for a body that repeats the id of the URL', async () => {
    const { put } = await storeWithFern();
    expect((await put({ id: 7, name: 'Moss' })).status).toBe(200);
  });
});

describe('PATCH of a plant', () => {
  test.for([
    [{ name: 'Moss' }, { id: 7, name: 'Moss', tag: 'shade' }],
    [{ tag: null }, { id: 7, name: 'Fern' }],
    [{ tag: 'sun' }, { id: 7, name: 'Fern', tag: 'sun' }],
    [{}, { id: 7, name: 'Fern', tag: 'shade' }],
    [{ unknown: 1 }, { id: 7, name: 'Fern', tag: 'shade' }],
  ] as const)('200 changes only the fields in %j', async ([body, expected]) => {
    const { patch, read } = await storeWithFern();
    const answer = await patch(body, { 'content-type': 'application/merge-patch+json' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(expected);
    expect(await read()).toEqual(expected);
  });

  test('404 for a missing plant', async () => {
    const { patch } = await storeWithFern();
    const answer = await patch({ name: 'x' }, {}, '/plants/8');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: 40400, message: expect.stringContaining('8') });
  });
});

describe('DELETE of a plant', () => {
  test('204 without a body; then the plant is in the trash', async () => {
    const { remove, send } = await storeWithFern();
    const answer = await remove();
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect((await send('/plants/7')).status).toBe(404);
    expect((await remove()).status).toBe(404);
    expect(await (await send('/trash')).json()).toEqual([
      {
        ...{ id: 7, name: 'Fern', tag: 'shade', deletedBy: { kind: 'token', name: 'test 0' } },
        ...{ deletedAt: expect.stringMatching(/Z$/), purgedAt: expect.stringMatching(/Z$/) },
      },
    ]);
  });

  test('a restored plant is unchanged and has the same ETag', async () => {
    const { remove, send, read, etag } = await storeWithFern();
    await remove();
    const answer = await send('/plants/7/restore', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(await answer.json()).toEqual(await read());
    expect((await send('/plants/7/restore', { method: 'POST' })).status).toBe(404);
  });

  test('a deleted plant does not replace a new plant with its id', async () => {
    const { remove, send, post, read } = await storeWithFern();
    await remove();
    await post({ id: 7, name: 'Moss' });
    const answer = await send('/plants/7/restore', { method: 'POST' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 40004 });
    expect(await read()).toEqual({ id: 7, name: 'Moss' });
  });
});

describe('the history of a plant', () => {
  test('lists each change, latest first, with actor and time', async () => {
    const { patch, send } = await storeWithFern();
    await patch({ tag: null });
    const by = { kind: 'token', name: 'test 0' };
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const fern = { id: 7, name: 'Fern', tag: 'shade' };
    expect(await (await send('/plants/7/history')).json()).toEqual([
      { at, change: 'changed', by, before: fern, plant: { id: 7, name: 'Fern' } },
      { at, change: 'created', by, plant: fern },
    ]);
  });

  test('is read page by page along the Link header', async () => {
    const { patch, send } = await storeWithFern();
    for (let n = 0; n < 5; n++) await patch({ name: `Fern ${n}` });
    const names: string[] = [];
    let next: string | undefined = '/plants/7/history?limit=2';
    while (next !== undefined) {
      const answer: Response = await send(next);
      for (const { plant } of (await answer.json()) as { plant: { name: string } }[]) names.push(plant.name);
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(names).toEqual(['Fern 4', 'Fern 3', 'Fern 2', 'Fern 1', 'Fern 0', 'Fern']);
  });

  test('404 for an unknown id, and 400 for an invented cursor', async () => {
    const { send } = await storeWithFern();
    expect((await send('/plants/8/history')).status).toBe(404);
    const written = ['history.1e3', 'history', 'history.1.2', 'trash', 'trash.1', 'trash.1.2.3', 'receipts'];
    const cursors = written.map((text) => Buffer.from(text).toString('base64url'));
    for (const path of ['/plants/7/history', '/trash', '/receipts'])
      for (const cursor of ['x', 'AAAA', '', ...cursors])
        expect([path, cursor, (await send(`${path}?cursor=${cursor}`)).status]).toEqual([path, cursor, 400]);
  });
});
