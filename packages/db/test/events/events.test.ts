import { beforeEach, expect, test } from 'vitest';
import { auditLog, type Database, events, plants, trash } from '../../src/index.ts';
import { emptyStore } from '../store.ts';

let db: Database;
beforeEach(async () => {
  ({ db } = await emptyStore());
});

const named = (id: number, name = `plant ${id}`) => ({ id: BigInt(id), name });

/** The events after a position, as [type, id, name], read in pages of `limit`. */
async function eventsAfter(after: string, limit = 1_000) {
  await auditLog.chainPending(db);
  const found: events.Event[] = [];
  for (let from = after; ; ) {
    const page = await events.read(db, { after: from, limit });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    found.push(...page.events);
    from = page.next;
    if (page.isEnd)
      return { found, told: found.map(({ type, id, plant }) => [type, Number(id), plant?.name]), end: from };
  }
}

const start = async () => {
  await auditLog.chainPending(db);
  return events.head(db);
};

test('each write of one plant is an event, with the plant as it is now', async () => {
  const from = await start();
  await plants.create(db, named(1));
  await plants.replace(db, named(2));
  await plants.replace(db, named(2, 'Moss'));
  await plants.update(db, { id: 1n, name: 'Fern' });
  await plants.remove(db, 1n);
  await trash.restore(db, 1n);
  await plants.remove(db, 2n);
  const { told } = await eventsAfter(from);
  expect(told).toEqual([
    ['plant.created', 1, 'Fern'],
    ['plant.created', 2, undefined],
    ['plant.changed', 2, undefined],
    ['plant.changed', 1, 'Fern'],
    ['plant.deleted', 1, 'Fern'],
    ['plant.restored', 1, 'Fern'],
    ['plant.deleted', 2, undefined],
  ]);
  expect((await eventsAfter(from, 2)).told).toEqual(told);
});
