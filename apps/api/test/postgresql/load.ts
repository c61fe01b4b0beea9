import { setTimeout as wait } from 'node:timers/promises';
import { rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { expect } from 'vitest';
import { send } from '../requests.ts';

const changedName = 'changed';

type Failure = { status: number; retryAfter: string | null; text: string };

let nextId = 1;

/** Adds, reads and changes plants through `url`, and repeats failed requests, until `end`. */
export function startLoad(url: string, token: string, clients = 16) {
  const changed = new Set<bigint>();
  const failures: Failure[] = [];

  async function attempt(path: string, body?: unknown, more?: { method: string }): Promise<boolean> {
    const answer = await send(url + path, token, body, more);
    const text = await answer.text();
    if (answer.status === 200) return true;
    failures.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), text });
    await wait(20);
    return false;
  }
  const { outcomes, until, stop } = startClients<bigint>(clients, async (tell) => {
    const id = nextId++;
    if (!(await attempt('/plants', { id, name: `plant ${id}` }))) return;
    tell(BigInt(id));
    await attempt(`/plants/${id}`);
    await attempt('/plants?limit=5');
    if (await attempt(`/plants/${id}`, { name: changedName }, { method: 'PATCH' })) changed.add(BigInt(id));
    // Without the pause, the clients would use both processors while a server drains or starts.
    await wait(100);
  });
  return {
    failures,
    /** Resolves after `count` more acknowledged plants. */
    goesOn: (count: number) => until(() => true, count),
    async end(databaseUrl: string) {
      await stop();
      const plants = await rowsOf(databaseUrl, 'SELECT id, name FROM plants');
      const names = new Map(plants.map(({ id, name }) => [id, name]));
      expect(outcomes.filter((id) => !names.has(id))).toEqual([]);
      expect([...changed].filter((id) => names.get(id) !== changedName)).toEqual([]);
      const twice = 'SELECT plant_id FROM plant_versions GROUP BY plant_id HAVING count(*) > 1';
      expect(await rowsOf(databaseUrl, twice)).toEqual([]);
    },
  };
}
