import { expect, test } from 'vitest';
import { shareStore } from '../../store.ts';
import { bulkStore, named } from './bulk-store.ts';

const sharedStore = shareStore(bulkStore);

test.for([
  ['/plants/bulk', {}, 'plants must be an array of 1 to 1000 plants'],
  ['/plants/bulk', { plants: [] }, 'plants must be an array of 1 to 1000 plants'],
  ['/plants/bulk', { plants: Array(1001).fill(named(1)) }, 'plants must be an array of 1 to 1000 plants'],
  ['/plants/bulk', { plants: { 0: named(1) } }, 'plants must be an array'],
  ['/plants/bulk', [named(1)], 'a JSON object is required; an array was sent'],
  ['/plants/bulk?mode=some', { plants: [named(1)] }, 'mode must be all or partial'],
  ['/plants/bulk/delete', { filter: [] }, 'filter must be an object, such as {"tag": "herb"}'],
  ['/plants/bulk/delete', { filter: null }, 'filter must be an object'],
  ['/plants/bulk/edit', { ids: [1] }, 'tag is missing; give 1 to 100 characters'],
  ['/plants/bulk/edit', { ids: [1], tag: '' }, 'tag is empty'],
  ['/plants/bulk/edit', { ids: ['1'], tag: 'x' }, 'must be a whole number'],
  ['/plants/bulk/delete', { ids: [] }, 'ids must have 1 to 1000 ids'],
  ['/plants/bulk/delete', {}, 'ids is missing; give 1 to 1000 ids, or a filter'],
  ['/plants/bulk/delete', { ids: [1], filter: {} }, 'ids and filter cannot both be given; give one of them'],
  ['/plants/bulk/delete', { ids: 7 }, 'ids must be an array of 1 to 1000 ids'],
  ['/plants/bulk/delete', { filter: { q: 7 } }, 'filter.q must be text'],
  ['/plants/bulk/edit', { filter: { count: 'x' }, tag: 'x' }, 'filter.count must be a whole number'],
  ['/plants/bulk/delete', { filter: { tags: 'x' } }, 'filter.tags is not a key of a filter'],
  ['/plants/bulk/edit', { filter: { tga: 'x', Q: 'y' }, tag: 'x' }, 'filter.Q is not a key of a filter'],
  ['/plants/bulk/delete', { filter: { tag: 'x' }, count: 5 }, 'count is not a known key'],
  ['/plants/bulk/edit', { ids: [1], tag: 'x', dryRun: true }, 'dryRun is not a known key'],
] as const)('400 with a pointer to %s for %j', async ([path, body, message]) => {
  const { sendTo } = await sharedStore();
  const answer = await sendTo(path, body);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { message: string }).message).toContain(message);
});
