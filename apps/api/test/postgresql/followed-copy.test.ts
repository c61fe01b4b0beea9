import { connectTo, newUrl } from '@plant-store/db/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Server } from '../child-process.ts';
import { ask, followWriters } from '../followed-copy.ts';
import { startCluster } from './cluster.ts';

/** The plant that a transaction holds, in the middle of those of a bulk action. */
const heldId = 11;
const deleted = { ids: [0, 2, heldId, ...Array.from({ length: 40 }, (_, index) => 12 + 2 * index)] };

test('a copy by export and feed is equal to the store after eight writers, a kill -9 and held transactions', async () => {
  const url = await newUrl();
  const cluster = await startCluster(url);
  const held = await connectTo(url);
  onTestFinished(() => held.end());
  const store = { url: cluster.url, token: cluster.admin };
  await followWriters(store, async (goOn) => {
    await ask(store, `PUT /plants/${heldId}`, { name: 'not held' });
    await held.query(`BEGIN;
      UPDATE plants SET name = 'held', changed_at = coalesce(changed_at, added_at) + 1 WHERE id = ${heldId};
      INSERT INTO audit_pending (at, action, subject) VALUES (0, 'plants.update', '${heldId}')`);
    const deleting = ask(
      { ...store, url: cluster.servers[0]?.url ?? '' },
      'POST /plants/bulk/delete',
      deleted,
    );
    await vi.waitFor(async () => expect((await held.query(waiting)).rowCount).toBeGreaterThan(0));
    const killed = cluster.servers[1] as Server;
    killed.child.kill('SIGKILL');
    await killed.ended;
    await cluster.startAgain(1);
    await goOn();
    await held.query('COMMIT');
    expect((await deleting)?.status).toBe(200);
  });
});

const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
