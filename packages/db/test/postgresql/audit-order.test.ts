import { expect, onTestFinished, test, vi } from 'vitest';
import { auditLog, bulk, type Database, plants, respellTags, trash, undo } from '../../src/index.ts';
import { importText } from '../files.ts';
import { migrated, migrationsBefore } from '../migrations.ts';
import { emptyStore, open } from '../store.ts';
import { connectTo } from '../testing.ts';

const named = (id: number, tag?: string) => ({ id: BigInt(id), name: `plant ${id}`, ...(tag && { tag }) });
const whole = { isPartial: false };

/** The entries of a store, oldest first. */
async function told(db: Database) {
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 200 });
  return entries.toReversed();
}

/** Another writer, which may record its events at any time of its clock. */
async function otherWriter(url: string) {
  const client = await connectTo(url);
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND $1::int = ANY(pg_blocking_pids(pid))';
  return {
    write: (sql: string) => client.query(sql),
    record: (subject: string, at: bigint) =>
      client.query(
        `INSERT INTO audit_pending (at, action, subject) VALUES (${at}, 'plants.update', '${subject}')`,
      ),
    isWaitedFor: () =>
      vi.waitFor(async () =>
        expect((await client.query(waiting, [rows[0]?.pid])).rowCount).toBeGreaterThan(0),
      ),
  };
}

const change = 'UPDATE plants SET changed_at = added_at + 1 WHERE id = 2';
const deletion = 'DELETE FROM plants WHERE id = 2';
const once = { idempotencyKey: { key: 'k', hash: 'h', onReplay: () => undefined } };

/** The writes of a plant, and what another writer does to it before: the write waits for that. */
test.each<[string, string, (db: Database, receipt: bigint) => Promise<unknown>]>([
  ['update', change, (db) => plants.update(db, { id: 2n, name: 'Moss' })],
  ['replace', change, (db) => plants.replace(db, { id: 2n, name: 'Moss' })],
  ['delete', change, (db) => plants.remove(db, 2n)],
  ['updateMany', change, (db) => bulk.setTag(db, { ids: [1n, 2n, 3n] }, 'herb')],
  ['deleteMany', change, (db) => bulk.remove(db, { ids: [1n, 2n, 3n] })],
  ['undo', change, (db, receipt) => undo(db, receipt)],
  ['import', change, (db) => importText(db, 'id,name\n1,Moss\n2,Moss\n', { duplicates: 'update' })],
  ['respellTags', change, (db) => respellTags(db)],
  ['create', deletion, (db) => plants.create(db, named(2))],
  ['create', deletion, (db) => plants.create(db, named(2), once)],
  ['createMany', deletion, (db) => bulk.add(db, [named(7), named(2)], whole)],
  ['import', deletion, (db) => importText(db, 'id,name\n1,Moss\n2,Moss\n')],
  ['restore', deletion, (db) => trash.restore(db, 2n)],
])(
  'the entry of a write (%s) that waits for another write of its plant follows that of the other',
  async (action, before, write) => {
    const { db, url } = await emptyStore();
    await plants.create(db, named(2));
    await plants.remove(db, 2n);
    const { receipt } = await bulk.add(db, [named(1), named(2, 'kitchen\u00a0herb'), named(3)], whole);
    await auditLog.chainPending(db);
    const other = await otherWriter(url);
    await other.write(`BEGIN; ${before}`);
    const writing = write(db, receipt);
    await other.isWaitedFor();
    // The clock is set back between the two.
    await other.record('of the other', 2n ** 60n);
    await other.write('COMMIT');
    await writing;
    const [last, one] = (await told(db)).toReversed();
    expect([one?.subject, last?.action]).toEqual(['of the other', `plants.${action}`]);
  },
);

test('a write that waits for a bulk action follows it, also if the bulk action waits for a third write', async () => {
  const { db, url } = await emptyStore();
  await bulk.add(db, [named(1), named(2), named(3)], whole);
  await auditLog.chainPending(db);
  const other = await otherWriter(url);
  await other.write(`BEGIN; ${change}`);
  const many = bulk.setTag(db, { ids: [1n, 2n, 3n] }, 'herb');
  await other.isWaitedFor();
  const one = plants.remove(db, 1n);
  // An event of another plant is chained before the others exist.
  await plants.create(db, named(8));
  expect((await told(db)).at(-1)).toMatchObject({ action: 'plants.create' });
  await other.record('2', 0n);
  await other.write('COMMIT');
  await Promise.all([many, one]);
  const actions = (await told(db)).map(({ action }) => action);
  expect(actions.slice(-3)).toEqual(['plants.update', 'plants.updateMany', 'plants.delete']);
});

test('events are chained in the order of their numbers, over batches, wherever they are stored', async () => {
  const { db, rows } = await emptyStore();
  await rows(`INSERT INTO audit_pending (at, action, subject)
    SELECT 0, 'plants.create', n::text FROM generate_series(1, 2500) AS n`);
  // Each update moves a row to the end of the table.
  for (const rest of [3, 1])
    await rows(`UPDATE audit_pending SET at = at + 1 WHERE subject::int % 4 = ${rest} OR subject::int < 500`);
  await auditLog.chainPending(db);
  const subjects = await rows('SELECT subject FROM audit_entries ORDER BY number');
  expect(subjects.map(({ subject }) => Number(subject))).toEqual(
    Array.from({ length: 2_500 }, (_, i) => i + 1),
  );
});

test('an upgrade keeps pending events in the order of their times, and a process of before goes on beside it', async () => {
  const url = await migrated(migrationsBefore('0015'));
  const before = await otherWriter(url);
  for (const at of [3n, 1n, 2n]) await before.record(String(at), at);
  const db = await open(url);
  await before.record('4', 0n);
  expect((await told(db)).map(({ subject }) => subject)).toEqual(['1', '2', '3', '4']);
  // Such a process chains events by this statement.
  for (const at of [6n, 5n]) await before.record(String(at), at);
  const taken = await before.write(`
    DELETE FROM "audit_pending" WHERE "id" IN (SELECT "id" FROM "audit_pending" ORDER BY "at" LIMIT 1) RETURNING "at"`);
  expect(taken.rows).toEqual([{ at: '5' }]);
});
