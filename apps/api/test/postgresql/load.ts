import { setTimeout as wait } from 'node:timers/promises';
import { rowsOf } from '@plant-store/db/testing';
import { expect } from 'vitest';
import { send } from '../requests.ts';

const clients = 16;

/** Keeps on adding plants and reading them through `url`, as careful clients would, until `end`. */
export function startLoad(url: string, token: string) {
  const acknowledged = new Set<bigint>();
  const failures: { status: number; retryAfter: string | null; text: string }[] = [];
  let nextId = 1;
  let isEnding = false;

  async function attempt(path: string, body?: unknown): Promise<boolean> {
    const answer = await send(url + path, token, body);
    const text = await answer.text();
    if (answer.status === 200) return true;
    failures.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), text });
    await wait(20);
    return false;
  }
  async function work() {
    while (!isEnding) {
      const id = nextId++;
      if (!(await attempt('/plants', { id, name: `plant ${id}` }))) continue;
      acknowledged.add(BigInt(id));
      await attempt(`/plants/${id}`);
      await attempt('/plants?limit=5');
    }
  }
  const workers = Array.from({ length: clients }, work);
  return {
    acknowledged,
    failures,
    /** Resolves once so many more plants were acknowledged. */
    async goesOn(count: number) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal) await wait(5);
    },
    /** Ends it, and expects every acknowledged plant in the database. */
    async end(databaseUrl: string) {
      isEnding = true;
      await Promise.all(workers);
      const stored = new Set((await rowsOf(databaseUrl, 'SELECT id FROM plants')).map(({ id }) => id));
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    },
  };
}
