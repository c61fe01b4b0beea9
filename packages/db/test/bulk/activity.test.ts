import type { Activity } from '@plant-store/schema';
import { beforeEach, expect, test } from 'vitest';
import {
  activity,
  bulk,
  type Database,
  plants,
  receipts,
  trash,
  undo,
  undoAdditions,
} from '../../src/index.ts';
import { emptyStore } from '../store.ts';

const [ana, ben] = [{ actorId: 1n }, { actorId: 2n }];
const named = (id: number, name = `plant ${id}`) => ({ id: BigInt(id), name });

let db: Database;
let rows: (sql: string) => Promise<Record<string, unknown>[]>;
beforeEach(async () => {
  ({ db, rows } = await emptyStore());
  for (const [name, { actorId }] of Object.entries({ Ana: ana, Ben: ben }))
    await db.prisma.actor.create({ data: { id: actorId, kind: 'person', name } });
});

const add = async (by: { actorId: bigint }, ...ids: number[]) => {
  for (const id of ids) await plants.create(db, named(id), by);
};
const day = Date.parse('2026-11-03T00:00Z') * 1000;
const at = (hours: number) => BigInt(day + hours * 3_600_000_000);
const iso = (hours: number) => new Date(Number(at(hours) / 1000n)).toISOString();

/** Adds entries to the log from the number `first` on: at `hours` of the day by `actor`, and `step` microseconds apart. */
async function log(first: number, count: number, actor: bigint, hours: number, step = 1) {
  await rows(`
    WITH RECURSIVE "n"("n") AS (SELECT 0 UNION ALL SELECT "n" + 1 FROM "n" WHERE "n" < ${count - 1})
    INSERT INTO "audit_entries" ("number", "at", "action", "actor_id", "subject", "hash")
    SELECT ${first} + "n", ${at(hours)} + "n" * ${step}, 'plants.create', ${actor}, CAST(${first} + "n" AS TEXT), '' FROM "n"`);
  await rows(`DELETE FROM "audit_head"`);
  await rows(`INSERT INTO "audit_head" ("id", "number", "hash") VALUES (1, ${first + count - 1}, '')`);
}

async function pages(limit: number) {
  const found: Activity[] = [];
  let before: bigint | undefined;
  do {
    const page = await activity.list(db, { limit, before });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items);
    expect(before === undefined || (page.next ?? 0n) < before).toBe(true);
    before = page.next;
  } while (before !== undefined);
  return found;
}
const short = ({ kind, by, created }: Activity) => (kind === 'additions' ? `${by?.name} ${created}` : kind);
const listed = async () => (await pages(50)).map(short);

async function groupOf(name: string) {
  const group = (await pages(50)).find(({ kind, by }) => kind === 'additions' && by?.name === name);
  if (group?.last === undefined) throw new Error(`nothing was added by ${name}`);
  return { ...group, last: group.last };
}

test('plants that were added one by one stand in groups of an hour, between the receipts', async () => {
  await log(1, 2, 1n, 9);
  await log(3, 3, 2n, 9.5);
  await log(6, 1, 1n, 9.9);
  await log(7, 1, 1n, 10);
  await bulk.add(db, [named(100), named(101)], { isPartial: false }, ana);
  await plants.replace(db, named(200), ben);
  const items = await pages(50);
  expect(items.map(short)).toEqual(['Ben 1', 'add', 'Ana 1', 'Ana 3', 'Ben 3']);
  expect(items.at(-2)).toMatchObject({
    ...{ kind: 'additions', id: 1n, last: 6n, at: iso(9.9), rows: 3, created: 3, undoneBy: undefined },
  });
  for (const limit of [1, 2, 3]) expect(await pages(limit)).toEqual(items);
});

test('a group stays bounded, and hides nobody, when a program adds 25,000 plants in an hour', async () => {
  await log(1, 14_999, 1n, 9);
  await log(15_000, 1, 2n, 9.2);
  await log(15_001, 9_999, 1n, 9.5, 1_000);
  expect(await listed()).toEqual(['Ana 5000', 'Ana 9999', 'Ben 1', 'Ana 9999']);
  const [, middle] = await pages(9);
  expect(middle).toMatchObject({ id: 10_000n, last: 19_999n });
  for (const limit of [1, 3]) expect((await pages(limit)).map(short)).toEqual(await listed());
});

test('a group that grows between two pages is on one of them', async () => {
  await add(ben, 1);
  await add(ana, 2);
  await bulk.remove(db, { ids: [7n] }, ana);
  const first = await activity.list(db, { limit: 2 });
  expect(first.items.map(short)).toEqual(['delete', 'Ana 1']);
  await add(ana, 3);
  const next = await activity.list(db, { limit: 2, before: first.next });
  expect(next.items.map(short)).toEqual(['Ben 1']);
  expect(await listed()).toEqual(['Ana 2', 'delete', 'Ben 1']);
});

test('the plants of a group are read by their ids, as they are now', async () => {
  await add(ana, 5, 3, 9, 7);
  await add(ben, 4);
  await plants.update(db, { id: 5n, name: 'Fern' });
  await plants.remove(db, 7n);
  const { id } = await groupOf('Ana');
  expect(await activity.addedPlants(db, { id, after: undefined, limit: 2 })).toEqual([
    named(3),
    named(5, 'Fern'),
  ]);
  expect(await activity.addedPlants(db, { id, after: 5n, limit: 2 })).toEqual([named(9)]);
});

test('the undo of a group takes the plants that are as they were added, and keeps the others', async () => {
  await add(ana, 1, 2, 3, 4, 5, 6);
  await add(ben, 7);
  await plants.update(db, { id: 2n, name: 'Fern' }, ben);
  await plants.remove(db, 3n, ben);
  await plants.remove(db, 4n, ben);
  await plants.create(db, named(4, 'Moss'), ben);
  await plants.update(db, { id: 5n, tag: 'wet' }, ben);
  await plants.update(db, { id: 5n, tag: null }, ben);
  await plants.remove(db, 6n, ben);
  await trash.restore(db, 6n, ben);
  const before = (await plants.list(db, { limit: 9 })).plants;
  const left = [
    { id: 2n, reason: 'changed' },
    { id: 3n, reason: 'deleted' },
    { id: 4n, reason: 'idTaken' },
  ];
  const group = await groupOf('Ana');
  const undone = await undoAdditions(db, group, ben);
  expect(undone).toMatchObject({ created: 0, updated: 0, deleted: 3, leftCount: 3, left });
  expect(await plants.getMany(db, [1n, 5n, 6n])).toEqual([]);
  expect(await receipts.get(db, undone.receipt)).toMatchObject({ kind: 'undo', deleted: 3, skipped: 3 });
  expect(await receipts.undoFacts(db, undone.receipt)).toEqual({
    ...{ left, added: { id: group.id, last: group.last } },
  });
  expect(await groupOf('Ana')).toMatchObject({ undoneBy: undone.receipt, undoableUntil: undefined });
  await expect(undoAdditions(db, group, ben)).rejects.toMatchObject({
    ...{ code: 'badRequest', message: expect.stringMatching(`undo receipt ${undone.receipt}$`) },
  });
  await undo(db, undone.receipt, ana);
  expect((await plants.list(db, { limit: 9 })).plants).toEqual(before);
  // As an import that was undone and redone: from then on, the receipts are undone.
  expect(await groupOf('Ana')).toMatchObject({ created: 6, undoneBy: undone.receipt });
  await expect(undoAdditions(db, group, ben)).rejects.toMatchObject({ code: 'badRequest' });
});

test('an undo leaves alone a plant that the same person added again after it was deleted', async () => {
  await log(1, 1, 1n, 9);
  await add(ana, 1);
  await rows(`UPDATE "plants" SET "added_at" = ${at(9)}`);
  await plants.remove(db, 1n);
  await add(ana, 1);
  expect(await undoAdditions(db, { id: 1n, last: 1n })).toMatchObject({
    ...{ deleted: 0, left: [{ id: 1n, reason: 'idTaken' }] },
  });
  expect(await undoAdditions(db, await groupOf('Ana'))).toMatchObject({ deleted: 1, left: [] });
});

test('an undo takes plants whose stamps are ahead of the clock', async () => {
  await add(ana, 1, 2);
  await rows(`UPDATE "plants" SET "added_at" = "added_at" + 3600000000`);
  expect(await undoAdditions(db, await groupOf('Ana'))).toMatchObject({ deleted: 2, left: [] });
});

test('an undo takes the plants of the group as it was shown, and the rest of it can be undone later', async () => {
  await add(ana, 1, 2);
  const shown = await groupOf('Ana');
  await add(ana, 3);
  expect(await undoAdditions(db, shown)).toMatchObject({ deleted: 2, leftCount: 0 });
  expect(await plants.getMany(db, [1n, 2n, 3n])).toEqual([named(3)]);
  const grown = await groupOf('Ana');
  expect(grown).toMatchObject({ created: 3, undoneBy: undefined, undoableUntil: expect.any(String) });
  expect(await undoAdditions(db, grown)).toMatchObject({ deleted: 1, leftCount: 2 });
});

test('of two undos of a group at the same time one takes its plants', async () => {
  await add(ana, 1, 2);
  const group = await groupOf('Ana');
  const undos = await Promise.allSettled([ana, ben].map((by) => undoAdditions(db, group, by)));
  expect(undos.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an undo of 2,500 single additions runs in batches', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => named(index + 1));
  await bulk.add(db, many.slice(0, 1000), { isPartial: false }, ana);
  await bulk.add(db, many.slice(1000, 2000), { isPartial: false }, ana);
  await bulk.add(db, many.slice(2000), { isPartial: false }, ana);
  await rows(`UPDATE "plants" SET "receipt_id" = NULL`);
  await log(1_001, 1, 2n, 8);
  await rows(`
    INSERT INTO "audit_entries" ("number", "at", "action", "actor_id", "subject", "hash")
    SELECT 2000 + "id", "added_at", 'plants.create', 1, CAST("id" AS TEXT), '' FROM "plants"`);
  expect(await undoAdditions(db, { id: 2_001n, last: 4_500n })).toMatchObject({
    deleted: 2500,
    leftCount: 0,
  });
});

test('the undo of a group is refused after 30 days, and for an entry that is no addition', async () => {
  await log(1, 1, 1n, -31 * 24);
  await rows(`UPDATE "plants" SET "added_at" = ${at(-31 * 24)}`);
  expect(await activity.getAdditions(db, { id: 1n })).toMatchObject({ undoableUntil: undefined });
  await expect(undoAdditions(db, { id: 1n, last: 1n })).rejects.toMatchObject({
    ...{ code: 'badRequest', message: expect.stringMatching('30 days') },
  });
  await bulk.remove(db, { ids: [7n] }, ana);
  await expect(undoAdditions(db, { id: 1n, last: 0n })).rejects.toMatchObject({ code: 'notFound' });
  for (const id of [-(2n ** 63n), 0n, 2n, 99n, 2n ** 63n - 1n])
    await expect(activity.getAdditions(db, { id })).rejects.toMatchObject({ code: 'notFound' });
});
