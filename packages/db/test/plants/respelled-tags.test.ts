import { beforeEach, expect, test } from 'vitest';
import {
  auditLog,
  bulk,
  type Database,
  events,
  plantHistory,
  plants,
  respellTags,
  trash,
  undo,
} from '../../src/index.ts';
import { emptyStore, open } from '../store.ts';

// The verbs of the store take any text, as an earlier version did.
const herb = 'kitchen\u00a0herb';
const named = (id: number, tag?: string) => ({
  id: BigInt(id),
  name: `Old\u00a0 ${id}`,
  ...(tag && { tag }),
});
const whole = { isPartial: false };

let db: Database;
let url: string;
beforeEach(async () => {
  ({ db, url } = await emptyStore());
});
const tags = async () => (await plants.tags(db, { limit: 9 })).map(({ tag, count }) => `${count} ${tag}`);
const entries = async () => {
  await auditLog.chainPending(db);
  return (await auditLog.list(db, { filter: { about: 'plants.respellTags' }, limit: 5_000 })).entries;
};
const changesOf = async (id: number) => (await plantHistory.list(db, BigInt(id), { limit: 9 })).changes;

test('the upgrade gives tags that differ in spaces one spelling, each with a version, an audit entry and an event', async () => {
  await plants.create(db, named(1, 'kitchen herb'));
  await plants.create(db, named(2, herb));
  await plants.create(db, named(3, 'kitchen  herb'));
  await plants.create(db, named(4));
  await plants.create(db, named(5, 'a\u200bb\u202e'));
  await plants.create(db, named(6, 'Zimmer\u2028pflanze'));
  await auditLog.chainPending(db);
  const after = await events.head(db);
  await respellTags(db);
  expect((await tags()).sort()).toEqual(['1 Zimmer pflanze', '1 a\u200bb\u202e', '3 kitchen herb']);
  expect(await changesOf(2)).toMatchObject([
    { change: 'changed', by: undefined, before: named(2, herb), plant: named(2, 'kitchen herb') },
    { change: 'created' },
  ]);
  expect(await changesOf(1)).toHaveLength(1);
  const ofPlants = (await entries()).toSorted((one, other) => Number(one.subject) - Number(other.subject));
  expect(ofPlants).toMatchObject(['2', '3', '6'].map((subject) => ({ subject, by: undefined })));
  const followed = await events.read(db, { after, limit: 9 });
  expect(followed.events).toHaveLength(3);
  expect(followed.events).toContainEqual(
    expect.objectContaining({ type: 'plant.changed', plant: named(2, 'kitchen herb') }),
  );
});

test('the upgrade is done once: later it leaves the tags that an undo or the trash takes back', async () => {
  await plants.create(db, named(1, herb));
  await plants.create(db, named(2, herb));
  await plants.remove(db, 2n);
  await respellTags(db);
  expect(await tags()).toEqual(['1 kitchen herb']);
  expect(await trash.restore(db, 2n)).toEqual(named(2, herb));
  await respellTags(db);
  expect((await tags()).sort()).toEqual(['1 kitchen herb', `1 ${herb}`]);
  expect(await entries()).toHaveLength(1);
});

test('the upgrade works in pieces, and goes on after a stop', async () => {
  for (const first of [1, 1_001])
    await bulk.add(
      db,
      Array.from({ length: 1_000 }, (_, index) => named(first + index, herb)),
      whole,
    );
  await respellTags(db, { pieces: 1 });
  expect((await tags()).sort()).toEqual(['1000 kitchen herb', `1000 ${herb}`]);
  await respellTags(db, { signal: AbortSignal.abort() });
  expect(await tags()).toHaveLength(2);
  await respellTags(db);
  expect(await tags()).toEqual(['2000 kitchen herb']);
  expect(new Set((await entries()).map(({ subject }) => subject)).size).toBe(2_000);
});

test('processes that start at the same moment change each plant once', async () => {
  const all = Array.from({ length: 30 }, (_, index) =>
    named(index, `herb${'\u00a0'.repeat(1 + (index % 3))}x`),
  );
  await bulk.add(db, all, whole);
  const others = await Promise.all([open(url), open(url)]);
  await Promise.all([db, ...others].map((one) => respellTags(one)));
  await respellTags(db);
  expect(await tags()).toEqual(['30 herb x']);
  expect(await changesOf(1)).toHaveLength(2);
  expect(await entries()).toHaveLength(30);
});

test('an undo takes old tags back, and leaves out no plant whose tag the upgrade respelled', async () => {
  const { receipt: addition } = await bulk.add(db, [named(1, herb), named(2)], whole);
  const { receipt: change } = await bulk.setTag(db, { ids: [2n] }, 'in\u3000shade');
  const { receipt: removal } = await bulk.setTag(db, { ids: [1n] }, null);
  await respellTags(db);
  expect(await tags()).toEqual(['1 in shade']);
  expect(await undo(db, removal)).toMatchObject({ updated: 1, leftCount: 0 });
  expect((await tags()).sort()).toEqual(['1 in shade', `1 ${herb}`]);
  expect(await undo(db, change)).toMatchObject({ updated: 1, leftCount: 0 });
  expect(await undo(db, addition)).toMatchObject({ deleted: 2, leftCount: 0 });
});

test('a filter finds a tag with any spaces, and a tag of an earlier version by its own spelling too', async () => {
  await bulk.add(db, [named(1, 'kitchen herb'), named(2, herb), named(3, '\u202e')], whole);
  const found = async (tag: string, q = '') => {
    const filter = plants.filterOf({ tag, q });
    const sorts = ['-added', 'name', 'id'] as const;
    const lists = await Promise.all(sorts.map((sort) => plants.list(db, { filter, sort, limit: 9 })));
    const ids = lists.map(({ plants: items }) => items.map(({ id }) => Number(id)).sort());
    expect([ids[1], ids[2], await plants.count(db, filter)]).toEqual([ids[0], ids[0], ids[0]?.length]);
    return ids[0];
  };
  for (const q of ['', 'old']) {
    expect(await found('kitchen herb', q)).toEqual([1]);
    expect(await found('kitchen \u3000herb', q)).toEqual([1]);
    expect(await found(herb, q)).toEqual([1, 2]);
    expect(await found('\u202e', q)).toEqual([3]);
  }
  const filter = plants.filterOf({ tag: herb });
  expect(await bulk.setTag(db, { ids: [1n, 2n, 3n], filter }, 'herb')).toMatchObject({ changed: 2 });
});
