import { nameMaxLength } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';

const ids = async (answer: Response) => ((await answer.json()) as { id: number }[]).map(({ id }) => id);

test('an empty store has an empty list', async () => {
  const { send } = await startStore();
  const answer = await send('/plants');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('link')).toBeNull();
  expect(await answer.text()).toBe('[]');
});

test('plants are listed newest first, each with its id', async () => {
  const { post, send } = await startStore();
  for (const id of [5, -3, 9]) await post({ id, name: `plant ${id}`, ...(id === 9 && { tag: 'fern' }) });
  expect(await (await send('/plants')).json()).toEqual([
    { id: 9, name: 'plant 9', tag: 'fern' },
    { id: -3, name: 'plant -3' },
    { id: 5, name: 'plant 5' },
  ]);
});

test('Link headers lead through all pages without a gap while plants are added', async () => {
  const { post, send } = await startStore();
  for (let id = 1; id <= 7; id++) await post({ id, name: 'x' });
  const seen: number[] = [];
  let next: string | undefined = '/plants?limit=3';
  for (let id = 100; next !== undefined; id++) {
    const answer = await send(next);
    seen.push(...(await ids(answer)));
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    await post({ id, name: 'added meanwhile' });
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test('a name that another program made too long does not hide other plants', async () => {
  const { post, rows, send, tokenFor, url } = await startStore();
  for (const id of [1, 2]) await post({ id, name: 'Fern' });
  const name = 'x'.repeat(nameMaxLength + 1);
  await rows(`UPDATE "plants" SET "name" = '${name}' WHERE "id" = 1`);
  expect(await (await send('/plants')).json()).toEqual([
    { id: 2, name: 'Fern' },
    { id: 1, name },
  ]);
  expect(await (await send('/plants/1')).json()).toEqual({ id: 1, name });
  const { plants } = trpcClient(url, await tokenFor('plants:read'));
  expect((await plants.list.query({})).items).toEqual([
    { id: 2n, name: 'Fern' },
    { id: 1n, name },
  ]);
  expect(await plants.get.query({ id: 1n })).toEqual({ id: 1n, name });
});

test('limit is 50 by default and at most 200', async () => {
  const { post, send } = await startStore();
  await Promise.all(Array.from({ length: 60 }, (_, id) => post({ id, name: 'x' })));
  expect(await ids(await send('/plants'))).toHaveLength(50);
  expect(await ids(await send('/plants?limit=1'))).toHaveLength(1);
  expect(await ids(await send('/plants?limit=200'))).toHaveLength(60);
});

test('404 for an unknown id', async () => {
  const { send } = await startStore();
  const answer = await send('/plants/9223372036854775807');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ error: 40400, message: 'no plant has the id 9223372036854775807' });
});

test('HEAD answers like GET, without the body', async () => {
  const { send, post } = await startStore();
  await post({ id: 1, name: 'x' });
  const answer = await send('/plants/1', { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('etag')).not.toBeNull();
  expect(await answer.text()).toBe('');
});
