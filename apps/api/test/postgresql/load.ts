import { setTimeout as wait } from 'node:timers/promises';
import { rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { expect } from 'vitest';
import { send } from '../requests.ts';

const clients = 16;

type Failure = { status: number; retryAfter: string | null; text: string };

/** Adds and reads plants through `url`, and repeats failed requests, until `end`. */
export function startLoad(url: string, token: string) {
  let nextId = 1;
  const failures: Failure[] = [];

  async function attempt(path: string, body?: unknown): Promise<boolean> {
    const answer = await send(url + path, token, body);
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
    // Without the pause, the clients would use both processors while a server drains or starts.
    await wait(100);
  });
  return {
    failures,
    /** Resolves after `count` more acknowledged plants. */
    goesOn: (count: number) => until(() => true, count),
    async end(databaseUrl: string) {
      await stop();
      const stored = new Set((await rowsOf(databaseUrl, 'SELECT id FROM plants')).map(({ id }) => id));
      expect(outcomes.filter((id) => !stored.has(id))).toEqual([]);
    },
  };
}
