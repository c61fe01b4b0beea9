import { inspect } from 'node:util';
import { StoreError } from '@plant-store/schema';
import { expect } from 'vitest';
import { type Database, plants, tokens } from '../../src/index.ts';
import { rowsOf } from '../testing.ts';

/** How long an answer may take whatever the server does: to wait for a connection, and for the statement over it. */
export const boundMs = 13_000;

/** Expects of a failure that a caller can go on from it: 503, when to try again, and no password anywhere in it. */
export function expectUnavailable(failure: unknown) {
  expect(failure).toBeInstanceOf(StoreError);
  expect(failure).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': expect.any(String) } });
  expect(inspect(failure, { depth: 20 })).not.toContain('correct-horse');
}

/**
 * Keeps a store busy with creates and reads from here on, until `stop`. `end` stops it too and expects that what was acknowledged is
 * stored, that what is said not to be stored is not, and that nobody waited without end or was told anything else.
 */
export function startLoad(db: Database, url: string, firstId: bigint) {
  const acknowledged = new Set<bigint>();
  const failures: { id?: bigint; failure: unknown }[] = [];
  let longestMs = 0;
  let isEnding = false;
  let nextId = firstId;

  async function attempt(run: () => Promise<unknown>, id?: bigint) {
    const begun = performance.now();
    try {
      await run();
      if (id !== undefined) acknowledged.add(id);
    } catch (failure) {
      failures.push({ ...(id === undefined ? {} : { id }), failure });
      // A caller that was told to try again later does not do so at once.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    longestMs = Math.max(longestMs, performance.now() - begun);
  }
  async function work() {
    while (!isEnding) {
      const id = nextId++;
      await attempt(() => plants.create(db, { id, name: 'Fern' }), id);
      await attempt(() => plants.get(db, id));
      await attempt(() => tokens.find(db, 'nobody'));
    }
  }
  const workers = Array.from({ length: 20 }, work);
  return {
    /** Resolves once so many more creates were acknowledged. */
    async goesOn(count: number) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    /** Resolves once something has failed. */
    async fails() {
      while (failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async stop() {
      isEnding = true;
      await Promise.all(workers);
    },
    async end() {
      await this.stop();
      const stored = new Set((await rowsOf(url, 'SELECT id FROM plants')).map(({ id }) => id as bigint));
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
      for (const { id, failure } of failures) {
        expectUnavailable(failure);
        if (id !== undefined && (failure as Error).message.includes('nothing was stored'))
          expect(stored.has(id)).toBe(false);
      }
      expect(longestMs).toBeLessThan(boundMs);
      return { acknowledged: acknowledged.size, failures: failures.length };
    },
  };
}
