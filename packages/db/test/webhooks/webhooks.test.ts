import { expect, test } from 'vitest';
import { auditLog, type Database, events, plants, webhooks } from '../../src/index.ts';
import { emptyStore } from '../store.ts';

const secret = 'whsec_AAAA';

async function withWebhook() {
  const store = await emptyStore();
  const url = 'https://shop.example/';
  const { webhook } = await webhooks.create(store.db, { url, secret });
  const take = (holder = 'one') => webhooks.take(store.db, webhook.id, holder);
  /** Moves the times of the webhook into the past, as if this many seconds had passed. */
  const pass = (seconds: number) =>
    store.rows(
      `UPDATE webhooks SET held_until = held_until - ${seconds}000000, failing_since = failing_since - ${seconds}000000`,
    );
  /** Fails the next try, and gives the seconds from the first failure to the try after it, without those of this test. */
  async function fail() {
    const turn = await take();
    if (!turn) throw new Error('the webhook is not due');
    await webhooks.recordFailure(store.db, turn, 'no answer within 15 s');
    const [row] = await store.rows('SELECT held_until, failing_since FROM webhooks');
    return Math.round((Number(row?.held_until) - Number(row?.failing_since)) / 5e6) * 5;
  }
  return { ...store, id: webhook.id, take, pass, fail };
}

test('the pause before a try begins with 5 s and doubles up to an hour; after 24 hours the webhook goes off', async () => {
  const { db, rows, take, pass, fail } = await withWebhook();
  const pauses: number[] = [];
  for (let passed = 0; pauses.length < 12; ) {
    const next = await fail();
    pauses.push(next - passed);
    expect(await take()).toBeUndefined();
    await pass(next - passed);
    passed = next;
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
  expect(await webhooks.list(db)).toMatchObject([{ state: 'on', reason: 'no answer within 15 s' }]);
  await rows(`UPDATE webhooks SET failing_since = failing_since - ${86_400 - 11_000}000000`);
  await fail();
  const reason = 'no delivery succeeded for 24 hours, at last: no answer within 15 s';
  expect(await webhooks.list(db)).toMatchObject([{ state: 'off', reason }]);
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: { about: 'webhooks.switchOff' }, limit: 9 });
  expect(entries).toMatchObject([{ subject: `https://shop.example/: ${reason}`, by: undefined }]);
  expect([await take(), await webhooks.due(db)]).toEqual([undefined, []]);
});

test('time in which no process delivered is no time of a failing receiver', async () => {
  const { db, pass, fail, take } = await withWebhook();
  expect(await fail()).toBe(5);
  await pass(3 * 86_400);
  expect(await fail()).toBe(5 + 10);
  await pass(10);
  const turn = await take();
  // The process closes while the receiver does not answer.
  await webhooks.save(db, turn as webhooks.Turn, { isLast: true });
  await pass(3 * 86_400);
  await fail();
  expect(await webhooks.list(db)).toMatchObject([{ state: 'on' }]);
});

test('a webhook has one holder, until its lease ends or a clock was set back', async () => {
  const { db, id, rows, take, pass } = await withWebhook();
  const turns = await Promise.all(['one', 'two', 'three'].map(take));
  const [turn, ...others] = turns.filter((taken) => taken !== undefined);
  expect(others).toEqual([]);
  if (!turn) throw new Error('nobody has it');
  expect(await take('four')).toBeUndefined();
  expect(await webhooks.due(db)).toMatchObject([{ id, isFree: false }]);
  expect(await webhooks.save(db, { ...turn, cursor: 'moved' })).toBe(true);
  await pass(webhooks.leaseSeconds);
  const next = await take('four');
  expect(next?.cursor).toBe('moved');
  expect(await webhooks.save(db, { ...turn, cursor: 'late' })).toBe(false);
  await rows('UPDATE webhooks SET held_until = held_until + 3600000000');
  expect((await take('five'))?.cursor).toBe('moved');
});

test('new plants of an id that was added often are found by two queries a page', async () => {
  const { db } = await emptyStore();
  const after = await events.head(db);
  const names = Array.from({ length: 20 }, (_, index) => `Fern ${index}`);
  for (const name of names) {
    await plants.create(db, { id: 7n, name });
    await plants.create(db, { id: 8n, name: `other ${name}` });
    for (const id of [7n, 8n]) await plants.remove(db, id);
  }
  await plants.create(db, { id: 9n, name: 'Last' });
  await auditLog.chainPending(db);
  let queries = 0;
  const query: Database['query'] = (statement) => {
    queries++;
    return db.query<never>(statement);
  };
  const counted = Object.assign(Object.create(db) as Database, { query });
  const sent: string[] = [];
  for (let cursor = after, isOver = false; !isOver; ) {
    const page = await events.read(db, { after: cursor, limit: 30 });
    const found = await webhooks.newPlants(counted, page.events);
    sent.push(...page.events.flatMap(({ position }) => found.get(position)?.name ?? []));
    [cursor, isOver] = [page.next, page.isEnd];
  }
  expect(sent).toEqual([...names.flatMap((name) => [name, `other ${name}`]), 'Last']);
  expect(queries).toBe(3 * 2);
});
