import { expect, test } from 'vitest';
import { stopClock } from '../clock.ts';
import { type Store, startStore } from '../store.ts';
import { beginPost, postFrom, progress } from './slow-clients.ts';

/** A caller for each tenth of the server's capacity, and one more. */
const callersOf = async (store: Store, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      token: await store.tokenFor('plants:write'),
      network: `192.0.2.${n}`,
    })),
  );

test('a full server answers 503, and /readyz fails after 5 s, until clients disconnect', async () => {
  const clock = stopClock();
  const store = await startStore();
  const [more, ...callers] = await callersOf(store, 11);
  const { token, network } = more as (typeof callers)[0];
  const ready = async () => (await store.send('/readyz')).status;
  const sockets = callers.flatMap((caller) => Array.from({ length: 100 }, () => beginPost(store, caller)));
  await expect.poll(() => progress(store)).toEqual({ refused: 0, held: 1_000 });
  const refused = await postFrom(store, network, token, 1);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    {
      error: 50300,
      message: 'too many requests are in progress; this request was not processed, try again in a second',
    },
  ]);
  // The server does not look the token up.
  expect((await postFrom(store, network, 'nobody', 1)).status).toBe(503);
  expect(await progress(store, { routes: 'token', bound: 'whole', of: 'requests' })).toMatchObject({
    refused: 2,
  });
  clock.pass(4);
  expect(await ready()).toBe(200);
  clock.pass(2);
  const red = await store.send('/readyz');
  expect([red.status, await red.json()]).toEqual([
    503,
    { error: 50300, message: expect.stringContaining('has been full for 5 seconds') },
  ]);
  expect((await store.send('/healthz')).status).toBe(200);

  for (const socket of sockets) socket.destroy();
  await expect.poll(ready).toBe(200);
  await expect.poll(async () => (await progress(store)).held).toBe(0);
  expect((await postFrom(store, network, token, 1)).status).toBe(200);
  // A slot is freed exactly once.
  for (let n = 0; n < 101; n++) beginPost(store, { token, network });
  await expect.poll(() => progress(store)).toEqual({ refused: 3, held: 100 });
});

test('503 during an upload if all callers together use the whole memory', async () => {
  const store = await startStore();
  const length = 2 * 1024 * 1024;
  const sent = '{"json":'.padEnd(length - 1);
  const callers = await callersOf(store, 17);
  for (const caller of callers)
    beginPost(store, { ...caller, path: '/trpc/plants.createMany', length, sent });
  await expect
    .poll(async () => (await progress(store, { routes: 'token', bound: 'whole', of: 'bytes' })).refused)
    .toBeGreaterThan(0);
  expect((await store.send('/plants')).status).toBe(200);
});
