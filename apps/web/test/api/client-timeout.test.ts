import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlantStoreClient } from '@plant-store/client';
import { expect, onTestFinished, test } from 'vitest';
import { attempt, noAnswer } from '../../src/api/attempt.ts';

/** The URL of a server that accepts requests and never answers. */
async function silentServer(): Promise<string> {
  const server = createServer(() => undefined);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/trpc`;
}

test('a call without an answer fails after the time limit of its client', async () => {
  const client = createPlantStoreClient({ url: await silentServer(), timeoutMs: 50 });
  expect(await attempt(() => client.session.get.query())).toEqual({ failure: noAnswer });
});

test("the signal of a call ends it before the client's time limit", async () => {
  const client = createPlantStoreClient({ url: await silentServer(), timeoutMs: 600_000 });
  const signal = AbortSignal.timeout(50);
  expect(await attempt(() => client.session.get.query(undefined, { signal }))).toEqual({ failure: noAnswer });
});
