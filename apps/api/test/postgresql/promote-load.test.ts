import { startClients } from '@plant-store/db/testing/clients';
import { expect, test } from 'vitest';
import type { Server } from '../child-process.ts';
import { type Answer, add, send } from '../requests.ts';
import { blockAt, newPromotion, password, readPages } from './promotion.ts';

/** Four writers and two readers without a pause. */
function startTraffic(server: Server, token: string) {
  let id = 1_000_000;
  return {
    writers: startClients<Answer>(4, async (tell) => tell(await add(server, token, id++))),
    readers: startClients<number>(2, async (tell) =>
      tell((await send(`${server.url}/plants?limit=5`, token)).status),
    ),
  };
}

const isStored = ({ status }: Answer) => status === 200;
const isRefused = ({ status }: Answer) => status !== 200;

test('during a promotion reads succeed, writes get 503 and Retry-After, and no acknowledged write is lost', async () => {
  const promotion = await newPromotion();
  const { token, to, place, there } = promotion;
  await promotion.fill(5_000);
  const server = await promotion.start();
  const { writers, readers } = startTraffic(server, token);
  await writers.until(isStored, 200);
  const block = await blockAt(promotion, 'plants');
  const run = promotion.begin();
  await block.reached();
  await Promise.all([readers.until(() => true, 50), writers.until(isRefused, 50)]);
  const writtenWhileCopying = writers.outcomes.filter(isStored).length;
  await block.release();
  expect(await run.ended).toMatchObject({
    exitCode: 0,
    stderr: expect.not.stringContaining(password),
  });
  expect(new Set(await readers.stop())).toEqual(new Set([200]));
  const answers = await writers.stop();
  // The old servers are still running, and the file is sealed permanently.
  const written = answers.filter(isStored);
  expect(written).toHaveLength(writtenWhileCopying);
  const refused = answers.filter(isRefused);
  for (const { status, retryAfter, message } of refused) {
    expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^(10|60)$/)]);
    expect(message).toMatch(/^nothing was stored/);
    expect(message).toContain(place);
    expect(message).not.toContain(password);
  }
  expect(refused.at(0)?.message).toContain('is moving to the database');
  expect((await add(server, token, 7_000_000)).message).toContain('has moved to the database');
  const stored = new Set((await there('SELECT id FROM plants')).map(({ id }) => Number(id)));
  expect(written.filter(({ id }) => !stored.has(id))).toEqual([]);
  expect(stored.size).toBe(5_000 + written.length);

  // Old pages, cursors and tokens still work: only the operator notices the switch.
  const before = await readPages(server, token);
  expect(before.length).toBeGreaterThan(20);
  const next = await promotion.serve(to);
  expect(await readPages(next, token)).toEqual(before);
  expect(await readPages(next, token, before[9]?.path)).toEqual(before.slice(9));
  expect((await add(next, token, 7_000_000)).status).toBe(200);
  await expect((await send(`${next.url}/plants?limit=1`, token)).json()).resolves.toMatchObject([
    { id: 7_000_000 },
  ]);
});

test('a signed-in user stays signed in after a promotion', async () => {
  const promotion = await newPromotion();
  const { openDatabase, sessions, tokens } = await import('@plant-store/db');
  const old = await openDatabase(promotion.from);
  const [token] = await tokens.list(old);
  if (!token) throw new Error('the first start makes a token');
  const { secret } = await sessions.create(old, token);
  await old.close();
  expect((await promotion.promote()).exitCode).toBe(0);
  const moved = await openDatabase(promotion.to);
  expect(await sessions.find(moved, secret)).toEqual(token);
  await moved.close();
});
