import { int64Max, int64Min } from '@plant-store/schema';
import { beforeEach, expect, test } from 'vitest';
import { auditLog, bulk, type Database, events, plants, trash, undo } from '../../src/index.ts';
import { importText } from '../files.ts';
import { emptyStore } from '../store.ts';

let db: Database;
let rows: (sql: string) => Promise<Record<string, unknown>[]>;
beforeEach(async () => {
  ({ db, rows } = await emptyStore());
});

const whole = { isPartial: false };
const named = (id: number | bigint, name = `plant ${id}`) => ({ id: BigInt(id), name });

/** The present position, once all writes are chained. */
async function head(of = db) {
  await auditLog.chainPending(of);
  return events.head(of);
}

const toldOf = ({ type, id, plant }: events.Event) => [type.replace('plant.', ''), Number(id), plant?.name];

/** All events after a position, read in pages of `limit`. */
async function allAfter(from: string, limit: number) {
  await auditLog.chainPending(db);
  const found: events.Event[] = [];
  for (let after = from; ; ) {
    const page = await events.read(db, { after, limit });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    found.push(...page.events);
    after = page.next;
    if (page.isEnd) return { found, next: after };
  }
}

/** What all events after a position tell: the same in pages of any size, and after each of their positions. */
async function told(from: string) {
  const { found, next } = await allAfter(from, 1_000);
  for (const limit of [1, 2])
    expect((await allAfter(from, limit)).found.map(toldOf)).toEqual(found.map(toldOf));
  for (const [index, { position }] of found.entries())
    expect((await allAfter(position, 1_000)).found).toEqual(found.slice(index + 1));
  expect(new Set(found.map(({ position }) => position)).size).toBe(found.length);
  expect(await allAfter(next, 1)).toEqual({ found: [], next });
  return found.map(toldOf);
}

test('each write of a plant is an event, with the plant as it is now', async () => {
  const from = await head();
  await plants.create(db, named(1));
  await plants.replace(db, named(2));
  await plants.replace(db, named(2, 'Moss'));
  await plants.update(db, { id: 1n, name: 'Fern' });
  await plants.remove(db, 1n);
  await trash.restore(db, 1n);
  await plants.remove(db, 2n);
  await plants.update(db, { id: 1n, name: 'Fern' });
  expect(await told(from)).toEqual([
    ['created', 1, 'Fern'],
    ['created', 2, undefined],
    ['changed', 2, undefined],
    ['changed', 1, 'Fern'],
    ['deleted', 1, 'Fern'],
    ['restored', 1, 'Fern'],
    ['deleted', 2, undefined],
  ]);
});

test('an import, a bulk action and an undo have an event for each plant that they touched', async () => {
  await plants.create(db, named(2));
  const from = await head();
  await importText(db, 'id,name\n4,Aloe\n2,Moss\n3,Reed\nx,y\n', { duplicates: 'update' });
  const tagged = await bulk.setTag(db, { ids: [3n, 2n, 99n] }, 'shade');
  const removed = await bulk.remove(db, { ids: [4n, 2n] });
  const added = await bulk.add(db, [named(1), named(5)], whole);
  await undo(db, removed.receipt);
  await undo(db, added.receipt);
  await undo(db, tagged.receipt);
  expect(await told(from)).toEqual([
    ...[
      ['changed', 2, 'Moss'],
      ['created', 3, 'Reed'],
      ['created', 4, 'Aloe'],
    ],
    ...[
      ['changed', 2, 'Moss'],
      ['changed', 3, 'Reed'],
    ],
    ...[
      ['deleted', 2, 'Moss'],
      ['deleted', 4, 'Aloe'],
    ],
    ...[
      ['created', 1, undefined],
      ['created', 5, undefined],
    ],
    ...[
      ['restored', 2, 'Moss'],
      ['restored', 4, 'Aloe'],
    ],
    ...[
      ['deleted', 1, undefined],
      ['deleted', 5, undefined],
    ],
    ...[
      ['changed', 2, 'Moss'],
      ['changed', 3, 'Reed'],
    ],
  ]);
});

test('the feed continues within an import, with the plants as they are then', async () => {
  const from = await head();
  await importText(db, `id,name\n${[int64Min, -1n, 0n, 1n, int64Max].map((id) => `${id},old`).join('\n')}\n`);
  await auditLog.chainPending(db);
  const first = await events.read(db, { after: from, limit: 2 });
  expect(first.events.map(({ id }) => id)).toEqual([int64Min, -1n]);
  await plants.remove(db, 0n);
  await plants.update(db, { id: int64Max, name: 'new' });
  await plants.remove(db, 1n);
  await plants.create(db, named(1, 'another'));
  await plants.create(db, named(7, 'not of the import'));
  const rest = await events.read(db, { after: first.next, limit: 3 });
  expect(rest.events.map(({ type, id, plant }) => [type, id, plant?.name])).toEqual([
    ['plant.created', 0n, undefined],
    ['plant.created', 1n, 'another'],
    ['plant.created', int64Max, 'new'],
  ]);
  const { found } = await allAfter(rest.next, 9);
  expect(found.map(({ id }) => id)).toEqual([0n, int64Max, 1n, 1n, 7n]);
});

test('a write at any moment of a read hides no event, and leaves no older plant in a copy', async () => {
  for (let moment = 0, isOver = false; !isOver; moment++) {
    const [one, two, three] = [1, 2, 3].map((index) => BigInt(10 * moment + index)) as [
      bigint,
      bigint,
      bigint,
    ];
    const from = await head();
    await importText(db, `id,name\n${one},Aloe\n${two},Moss\n${three},Reed\n`);
    await plants.update(db, { id: one, name: 'Fern' });
    await auditLog.chainPending(db);
    const write = async () => {
      await plants.update(db, { id: one, name: 'newer' });
      await plants.update(db, { id: two, name: 'newer' });
      await plants.remove(db, three);
      await auditLog.chainPending(db);
    };
    let queries = 0;
    const query: Database['query'] = async (statement) => {
      const read = await db.query<never>(statement);
      if (queries++ === moment) await write();
      return read;
    };
    const amid = Object.assign(Object.create(db) as Database, { query });
    const page = await events.read(amid, { after: from, limit: 100 });
    isOver = queries <= moment;
    const { found } = await allAfter(page.next, 100);
    const all = [...page.events, ...found];
    const types = [
      'created',
      'created',
      'created',
      'changed',
      ...(isOver ? [] : ['changed', 'changed', 'deleted']),
    ];
    expect({ moment, types: all.map((event) => toldOf(event)[0]) }).toEqual({ moment, types });
    const copy = new Map(all.map(({ id, plant }) => [id, plant?.name]));
    const names = isOver ? ['Fern', 'Moss', 'Reed'] : ['newer', 'newer', undefined];
    expect({ moment, names: [one, two, three].map((id) => copy.get(id)) }).toEqual({ moment, names });
  }
});

test('a plant that one action touched twice is one event, with the last change', async () => {
  await plants.create(db, named(1));
  await plants.create(db, named(2));
  const from = await head();
  const { receipt } = await bulk.setTag(db, { ids: [1n, 2n] }, 'shade');
  await plants.update(db, { id: 1n, name: 'Fern' });
  await rows(`INSERT INTO "plant_versions" ("plant_id", "changed_at", "change", "receipt_id", "name", "added_at")
    SELECT "plant_id", "changed_at" - 1, 2, ${receipt}, 'Fern', "added_at" FROM "plant_versions" WHERE "receipt_id" = ${receipt}
    UNION ALL SELECT 2, 1, 2, ${receipt}, 'Fern', 1`);
  expect(await told(from)).toEqual([
    ['changed', 1, 'Fern'],
    ['changed', 2, 'plant 2'],
    ['changed', 1, 'Fern'],
  ]);
});

test('without a position the feed begins now, also in a store without an audit log', async () => {
  await rows(`INSERT INTO "plants" ("id", "name", "folded", "added_at") VALUES (1, 'Old', ' old', 1)`);
  const empty = await events.read(db, { limit: 9 });
  expect(empty).toEqual({ events: [], next: await head(), isEnd: true });
  await plants.create(db, named(2));
  expect(await told(empty.next)).toEqual([['created', 2, 'plant 2']]);
  const now = await events.read(db, { limit: 9 });
  expect(now).toEqual({ events: [], next: await head(), isEnd: true });
  expect(await told(now.next)).toEqual([]);
});

test('a text that is no position is refused as such', async () => {
  const position = await head();
  for (const after of [
    '',
    'x',
    '0',
    position.slice(1),
    `${position}A`,
    `${position}=`,
    `A${position}`,
    'Z'.repeat(32),
    '🌿',
  ])
    await expect(events.read(db, { after, limit: 9 })).rejects.toMatchObject({
      code: 'invalidField',
      message: 'after is no position of the feed; take it from an event, a Link or Events-Position',
    });
});

const gone = {
  code: 'gone',
  message:
    'after is not in the history of this store: it is of another store, or later than a restored backup; export the whole list again, and continue from its Events-Position',
};

test('a position of another store, of another course of this store or of its future is gone', async () => {
  const { db: other } = await emptyStore();
  for (const store of [db, other]) {
    await bulk.add(store, [named(1), named(2)], whole);
    await plants.create(store, named(store === db ? 3 : 4));
    await auditLog.chainPending(store);
  }
  // The beginning is the same in all stores.
  const first = await events.read(other, { after: 'A'.repeat(32), limit: 1 });
  const positions = [first.next, await head(other)];
  await plants.create(other, named(5));
  positions.push(await head(other));
  expect(new Set(positions).size).toBe(3);
  for (const after of positions) {
    await events.read(other, { after, limit: 9 });
    await expect(events.read(db, { after, limit: 9 })).rejects.toMatchObject(gone);
  }
});

/** Adds `count` entries of an action, as old as `ageDays`. */
const addEntries = async (action: string, subject: string, count: number, ageDays = 0) => {
  const [last] = (await auditLog.list(db, { filter: {}, limit: 1 })).entries;
  const first = (last?.number ?? 0n) + 1n;
  const at = (BigInt(Date.now()) - BigInt(ageDays * 86_400_000)) * 1_000n;
  await rows(`
    INSERT INTO audit_entries (number, at, action, subject, hash)
    WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + BigInt(count) - 1n})
    SELECT i, ${at}, '${action}', '${subject}', 'aa' FROM n`);
  await rows(`DELETE FROM audit_head`);
  await rows(`INSERT INTO audit_head (id, number, hash) VALUES (1, ${first + BigInt(count) - 1n}, 'aa')`);
};

test('a position is gone once a write after it is older than 29 days, and not before', async () => {
  await plants.create(db, named(1));
  const from = await head();
  await addEntries('tokens.create', 'till', 1, 40);
  expect(await told(from)).toEqual([]);
  await addEntries('plants.update', '1', 1, 28.9);
  expect(await told(from)).toEqual([['changed', 1, 'plant 1']]);
  await addEntries('plants.update', '1', 1, 29.1);
  const now = await head();
  await expect(events.read(db, { after: from, limit: 9 })).rejects.toMatchObject({
    code: 'gone',
    message: expect.stringMatching(
      /^after is older than 29 days, .*; export the whole list again, and continue/,
    ),
  });
  expect(await told(now)).toEqual([]);
});

test('a page reads a limited number of other entries, and the pages pass them', async () => {
  const from = await head();
  await addEntries('refusals.signIn', 'x', 201_000);
  await plants.create(db, named(1));
  await auditLog.chainPending(db);
  const empty = await events.read(db, { after: from, limit: 1 });
  expect(empty).toMatchObject({ events: [], isEnd: false });
  expect(empty.next).not.toBe(from);
  const { events: found } = await events.read(db, { after: empty.next, limit: 1 });
  expect(found.map(toldOf)).toEqual([['created', 1, 'plant 1']]);
});

test('a page reads a limited number of receipts, and the pages pass them', async () => {
  const from = await head();
  const { receipt } = await bulk.add(db, [named(1)], whole);
  await auditLog.chainPending(db);
  await addEntries('plants.createMany', `receipt ${receipt}`, 250);
  const { events: found, isEnd } = await events.read(db, { after: from, limit: 1_000 });
  expect([found.length, isEnd]).toEqual([100, false]);
  expect((await allAfter(from, 1_000)).found).toHaveLength(251);
});

test('a manipulated entry does not end the feed', async () => {
  const from = await head();
  for (const subject of ['', 'x', 'receipt x', '99999999999999999999', 'receipt 7'])
    for (const action of ['plants.update', 'plants.import']) await addEntries(action, subject, 1);
  await addEntries('plants.update', '9223372036854775808', 1);
  await plants.create(db, named(1));
  expect((await allAfter(from, 1_000)).found.map(toldOf).at(-1)).toEqual(['created', 1, 'plant 1']);
});
