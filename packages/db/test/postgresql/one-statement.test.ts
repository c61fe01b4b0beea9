import { Client, type QueryConfig } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bulk, type Database, plantHistory, plants, trash } from '../../src/index.ts';
import { newStore, open } from '../store.ts';
import { connectTo, newDatabase, rowsOf } from '../testing.ts';

const fern = (id: number) => ({ id: BigInt(id), name: 'Fern' });
const moss = (id: number) => ({ id: BigInt(id), name: 'Moss' });
const withKey = (key: string, hash = 'a') => ({ idempotencyKey: { key, hash, onReplay: () => undefined } });
const whole = { isPartial: false };

/** A store with plants, and another program that has begun a transaction. */
async function storeWith(count: number) {
  const store = await newStore();
  await bulk.add(
    store.db,
    Array.from({ length: count }, (_, n) => fern(n)),
    whole,
  );
  const other = await connectTo(store.url);
  onTestFinished(() => other.end());
  await other.query('BEGIN');
  return { ...store, other };
}

/** Each waits in a statement for another transaction, or in the process. */
const locked = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%plants%'`;

/** The statements that connections of this process send during `work`, without the question which server is there. */
async function sentBy(work: () => Promise<unknown>) {
  const query = vi.spyOn(Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await work();
  const sent = query.mock.calls.map(([first]) =>
    typeof first === 'string' ? { text: first } : (first as unknown as QueryConfig),
  );
  query.mockRestore();
  return sent.filter(({ text }) => !text.includes('pg_control_system'));
}

test.each<[string, number, (db: Database) => Promise<unknown>]>([
  ['change', 2, (db) => plants.update(db, moss(1))],
  ['replacement', 2, (db) => plants.replace(db, moss(1))],
  ['change without a difference', 2, (db) => plants.update(db, fern(1))],
  ['deletion', 2, (db) => plants.remove(db, 1n)],
  ['addition by replacement', 2, (db) => plants.replace(db, moss(9))],
  ['addition with an Idempotency-Key', 1, (db) => plants.create(db, moss(9), withKey('k'))],
])('the round trips of a single write: %s, %d', async (_, count, write) => {
  const { db } = await storeWith(2);
  await plants.get(db, 1n);
  const sent = await sentBy(() => write(db));
  expect(sent).toHaveLength(count);
  // A write that waits for a lock leaves its connection to others.
  expect(sent.at(-1)?.text).toContain(`set_config('lock_timeout'`);
});

test('plants that are changed together share statements, and each has its own history and entry', async () => {
  const { db, rows } = await storeWith(140);
  const ids = [...Array.from({ length: 40 }, (_, n) => 139 - n), 107, 107];
  const changes = () => Promise.all(ids.map((id, n) => plants.update(db, { ...fern(id), tag: `t${n}` })));
  let changed: Awaited<ReturnType<typeof changes>> = [];
  const sent = await sentBy(async () => (changed = await changes()));
  // Each would send two.
  expect(sent.length).toBeLessThan(42);
  expect(changed[21]).toEqual({ ...fern(118), tag: 't21' });
  for (const id of [106n, 107n]) {
    const { changes } = await plantHistory.list(db, id, { limit: 9 });
    expect(changes).toHaveLength(id === 107n ? 4 : 2);
    expect(changes[0]?.before).toEqual(changes[1]?.plant);
  }
  expect(await rows(`SELECT count(*) AS "n" FROM "audit_pending" WHERE "action" = 'plants.update'`)).toEqual([
    { n: 42n },
  ]);
  // Two statements that lock in another order could wait for each other.
  for (const { text, values = [] } of sent.filter(({ text }) => text.includes('UPDATE'))) {
    const locks = values.filter((value) => typeof value === 'bigint' && value >= 100n && value < 140n);
    expect(locks, text).toEqual(locks.toSorted((one, other) => Number(one - other)));
  }
});

test('a plant that is deleted twice at the same moment is deleted once', async () => {
  const { db, rows } = await storeWith(20);
  const ids = [...Array.from({ length: 20 }, (_, id) => id), 7, 19];
  const outcomes = await Promise.allSettled(ids.map((id) => plants.remove(db, BigInt(id))));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(['notFound', 'notFound']);
  const { plants: trashed } = await trash.list(db, { limit: 50 });
  expect(trashed).toHaveLength(20);
  for (const { deletedAt, purgedAt } of trashed)
    expect(Number(purgedAt) - Number(deletedAt)).toBe(30 * 86_400_000);
  expect(await rows(`SELECT count(*) AS "n" FROM "plant_versions"`)).toEqual([{ n: 40n }]);
});

test.each<[string, (db: Database, id: number) => Promise<unknown>]>([
  ['change', (db, id) => plants.update(db, moss(id))],
  ['change without a difference', (db, id) => plants.update(db, fern(id))],
  ['deletion', (db, id) => plants.remove(db, BigInt(id))],
])('thirty plants that another transaction has locked do not take all connections: %s', async (_, write) => {
  const { db, rows, other } = await storeWith(33);
  await other.query('SELECT 1 FROM plants WHERE id < 30 FOR UPDATE');
  let ended = 0;
  const writes = Array.from({ length: 30 }, (_, id) => write(db, id).finally(() => ended++));
  await vi.waitFor(async () => expect(await rows(locked)).not.toEqual([]));
  for (const id of [30, 31, 32]) expect(await plants.update(db, moss(id))).toEqual(moss(id));
  expect(ended).toBe(0);
  await other.query('ROLLBACK');
  await Promise.all(writes);
});

test('a write of a plant that stays locked gets 503 after five seconds, and nothing was stored', async () => {
  const { db, rows, other } = await storeWith(4);
  await other.query('SELECT 1 FROM plants FOR UPDATE');
  await other.query(`INSERT INTO plants (id, name, folded, added_at) VALUES (9, 'held', 'held', 1)`);
  const outcomes = await Promise.allSettled([
    plants.update(db, moss(0)),
    plants.update(db, fern(1)),
    plants.remove(db, 2n),
    plants.create(db, moss(9), withKey('k')),
  ]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('nothing was stored') },
    });
  await other.query('ROLLBACK');
  expect((await plants.list(db, { limit: 9 })).plants.map(({ name }) => name)).toEqual(Array(4).fill('Fern'));
  expect(await rows('SELECT FROM "plant_versions" UNION ALL SELECT FROM "idempotency_keys"')).toEqual([]);
});

test('a change that conflicts with another transaction under a stricter isolation is tried again', async () => {
  const url = await newDatabase();
  await rowsOf(
    url,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = 'repeatable read'`,
  );
  const db = await open(url);
  await plants.create(db, fern(1));
  const other = await connectTo(url);
  onTestFinished(() => other.end());
  await other.query(`BEGIN; UPDATE plants SET tag = 'herb', changed_at = added_at + 1 WHERE id = 1`);
  const changed = plants.update(db, moss(1));
  await vi.waitFor(async () => expect(await rowsOf(url, locked)).not.toEqual([]));
  await other.query('COMMIT');
  expect(await changed).toEqual({ ...moss(1), tag: 'herb' });
});

test('a key that a concurrent request has taken is refused, and nothing of the addition is stored', async () => {
  const { db, rows, other } = await storeWith(1);
  await other.query(
    `INSERT INTO idempotency_keys (actor_id, key, hash, stored_at, answer) VALUES (0, 'k', 'b', ${2n ** 60n}, 'null')`,
  );
  const added = plants.create(db, moss(9), withKey('k')).catch(({ code }) => code);
  await vi.waitFor(async () => expect(await rows(locked)).not.toEqual([]));
  await other.query('COMMIT');
  expect(await added).toBe('badRequest');
  expect(await plants.get(db, 9n)).toBeUndefined();
  expect(await rows(`SELECT FROM audit_pending WHERE subject = '9'`)).toEqual([]);
});

test('additions with the same key at the same moment make one plant, whatever their ids', async () => {
  const { db, rows } = await storeWith(0);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, id) => plants.create(db, fern(id), withKey(`k${id % 20}`, `${id}`))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await rows('SELECT count(*) AS "n" FROM plants')).toEqual([{ n: 20n }]);
  expect(await rows('SELECT count(*) AS "n" FROM idempotency_keys WHERE answer IS NOT NULL')).toEqual([
    { n: 20n },
  ]);
});
