import { tokens } from '@plant-store/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { trackTokenUse } from '../../src/auth/token-use.ts';
import { stopClock } from '../clock.ts';
import { startStore } from '../store.ts';

/** The functions that the synchronous `act` schedules for five seconds later. They do not run. */
function putOffBy(act: () => void): (() => Promise<void>)[] {
  const later = vi.spyOn(globalThis, 'setTimeout').mockReturnValue({ unref: () => undefined } as never);
  act();
  const calls = later.mock.calls.filter(([, ms]) => ms === 5_000);
  later.mockRestore();
  return calls.map(([note]) => note as () => Promise<void>);
}

test('the address of a token use is stored once a minute for each token', async () => {
  const { db } = await startStore();
  const { token } = await tokens.create(db, { name: 'till', scopes: ['plants:read'] });
  const caller = { id: token.id, kind: 'token', expiresAt: null } as Caller;
  const noteUse = trackTokenUse(db);
  const clock = stopClock();
  const useFrom = (ip: string) => noteUse(caller, { ip } as FastifyRequest, {} as FastifyReply);
  const first = putOffBy(() => {
    useFrom('203.0.113.7');
    useFrom('203.0.113.8');
  });
  expect(first).toHaveLength(1);
  await first[0]?.();
  expect((await tokens.get(db, token.id))?.lastUsedFrom).toBe('203.0.113.7');
  clock.pass(60);
  const second = putOffBy(() => useFrom('203.0.113.9'));
  expect(second).toHaveLength(1);
  await second[0]?.();
  expect((await tokens.get(db, token.id))?.lastUsedFrom).toBe('203.0.113.9');
});
