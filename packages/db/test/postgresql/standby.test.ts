import { startPostgresql } from '@plant-store/engine/testing/postgresql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plants } from '../../src/index.ts';
import { open } from '../store.ts';
import { rowsOf } from '../testing.ts';
import { expectUnavailable } from './load.ts';

const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

test('what only the primary has stored is acknowledged to no repeat, neither by key nor without a difference', async () => {
  const server = await startPostgresql();
  onTestFinished(server.remove);
  const db = await open(server.url());
  await plants.create(db, { id: 2n, name: 'Fern' });
  await rowsOf(server.url(), `ALTER SYSTEM SET synchronous_standby_names = 'lost'`);
  await rowsOf(server.url(), 'SELECT pg_reload_conf()');
  await expect
    .poll(() => rowsOf(server.url(), 'SHOW synchronous_standby_names'))
    .toEqual([{ synchronous_standby_names: 'lost' }]);
  const by = { actorId: 1n, idempotencyKey: { key: 'a key', hash: 'hash', onReplay: vi.fn() } };
  const writes = [
    () => plants.create(db, { id: 1n, name: 'Fern' }, by),
    () => plants.update(db, { id: 2n, name: 'Moss' }),
  ];
  // The second round finds what the first one has stored on the primary.
  for (const _ of [1, 2]) {
    const outcomes = writes.map((write) => write().catch((cause: unknown) => cause));
    await vi.waitFor(async () => expect(await rowsOf(server.url(), `SELECT ${waiting}`)).toHaveLength(2));
    // As if the primary had crashed: a wait that ends so leaves the commit there.
    await rowsOf(server.url(), `SELECT pg_terminate_backend(pid) ${waiting}`);
    for (const outcome of await Promise.all(outcomes)) expectUnavailable(outcome);
    expect(await rowsOf(server.url(), 'SELECT name FROM plants ORDER BY id')).toEqual([
      { name: 'Fern' },
      { name: 'Moss' },
    ]);
  }
  expect(by.idempotencyKey.onReplay).not.toHaveBeenCalled();
});
