import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlantStoreClient } from '@plant-store/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attempt, noAnswer } from '../../src/api/attempt.ts';

/** The URL of a server that by default accepts requests and never answers. */
async function serverWith(onRequest: RequestListener = () => undefined): Promise<string> {
  const server = createServer(onRequest);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/trpc`;
}

test('a call without an answer fails after the time limit of its client', async () => {
  const client = createPlantStoreClient({ url: await serverWith(), timeoutMs: 50 });
  expect(await attempt(() => client.session.get.query())).toEqual({ failure: noAnswer });
});

test("the signal of a call ends it before the client's time limit", async () => {
  const client = createPlantStoreClient({ url: await serverWith(), timeoutMs: 600_000 });
  const signal = AbortSignal.timeout(50);
  expect(await attempt(() => client.session.get.query(undefined, { signal }))).toEqual({ failure: noAnswer });
});

test('the timer of a call ends with its answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const timers: number[] = [];
  const url = await serverWith((_request, response) => {
    timers.push(vi.getTimerCount());
    response.end();
  });
  const client = createPlantStoreClient({ url, timeoutMs: 600_000 });
  await attempt(() => client.session.get.query());
  expect([...timers, vi.getTimerCount()]).toEqual([1, 0]);
});
