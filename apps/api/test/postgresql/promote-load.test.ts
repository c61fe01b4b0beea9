import { expect, test } from 'vitest';
import type { Server } from '../project.ts';
import { add, send } from '../requests.ts';
import { blockAt, newPromotion, password, readPages } from './promotion.ts';

/** Writes and reads without a pause, until `end` is called; tells what came out. */
function load(server: Server, token: string) {
  const written: number[] = [];
  const refused: Awaited<ReturnType<typeof add>>[] = [];
  const reads = new Set<number>();
  const totals = { reads: 0 };
  let isOver = false;
  let id = 1_000_000;
  const write = async () => {
    while (!isOver) {
      const mine = id++;
      const answer = await add(server, token, mine);
      if (answer.status === 200) written.push(mine);
      else refused.push(answer);
    }
  };
  const read = async () => {
    while (!isOver) {
      reads.add((await send(`${server.url}/plants?limit=5`, token)).status);
      totals.reads++;
    }
  };
  const all = Promise.all([write(), write(), write(), write(), read(), read()]);
  return {
    written,
    refused,
    reads,
    totals,
    end: () => {
      isOver = true;
      return all;
    },
  };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise(setImmediate);
};

test('under load: reads go on, writes get 503 and Retry-After from the first copied row on, and every 200 is in PostgreSQL', async () => {
  const promotion = await newPromotion();
  const { token, to, place, there } = promotion;
  await promotion.fill(5_000);
  const server = await promotion.start();
  const traffic = load(server, token);
  await until(() => traffic.written.length > 200);
  const block = await blockAt(promotion, 'plants');
  const run = promotion.promote();
  await block.reached();
  const [readsBefore, refusedBefore] = [traffic.totals.reads, traffic.refused.length];
  await until(() => traffic.totals.reads > readsBefore + 50 && traffic.refused.length > refusedBefore + 50);
  const writtenWhileCopying = traffic.written.length;
  await block.release();
  expect(await run.ended).toMatchObject({
    exitCode: 0,
    stderr: expect.not.stringContaining(password),
  });
  await traffic.end();
  // The servers of before are still up, and the file is sealed for good.
  expect(traffic.written).toHaveLength(writtenWhileCopying);
  expect([...traffic.reads]).toEqual([200]);
  for (const { status, retryAfter, message } of traffic.refused) {
    expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^(10|60)$/)]);
    expect(message).toMatch(/^nothing was stored/);
    expect(message).toContain(place);
    expect(message).not.toContain(password);
  }
  expect(traffic.refused.at(0)?.message).toContain('is being moved to the database');
  expect((await add(server, token, 7_000_000)).message).toContain('has moved to the database');
  const stored = new Set((await there('SELECT id FROM plants')).map(({ id }) => Number(id)));
  expect(traffic.written.filter((id) => !stored.has(id))).toEqual([]);
  expect(stored.size).toBe(5_000 + traffic.written.length);

  // Old pages, old cursors, old tokens: nobody but the one who restarts it notices.
  const before = await readPages(server, token);
  expect(before.length).toBeGreaterThan(20);
  const next = await promotion.start(to);
  expect(await readPages(next, token)).toEqual(before);
  expect(await readPages(next, token, before[9]?.path)).toEqual(before.slice(9));
  expect((await add(next, token, 7_000_000)).status).toBe(200);
  await expect((await send(`${next.url}/plants?limit=1`, token)).json()).resolves.toMatchObject([
    { id: 7_000_000 },
  ]);
});

test('a user who is signed in stays so', async () => {
  const promotion = await newPromotion();
  const { openDatabase, sessions, tokens } = await import('@plant-store/db');
  const old = await openDatabase(promotion.from);
  const [token] = await tokens.list(old);
  if (!token) throw new Error('the first start makes a token');
  const { secret } = await sessions.create(old, token);
  await old.close();
  expect((await promotion.promote().ended).exitCode).toBe(0);
  const moved = await openDatabase(promotion.to);
  expect(await sessions.find(moved, secret)).toEqual(token);
  await moved.close();
});
