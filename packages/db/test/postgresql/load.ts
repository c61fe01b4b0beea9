import { inspect } from 'node:util';
import { StoreError } from '@plant-store/schema';
import { expect } from 'vitest';
import { type Database, plants, tokens } from '../../src/index.ts';
import { startClients } from '../clients.ts';
import { rowsOf } from '../testing.ts';

/** Expects a failure that a caller can handle: 503, a time to retry, and no password anywhere in it. */
export function expectUnavailable(failure: unknown) {
  expect(failure).toBeInstanceOf(StoreError);
  expect(failure).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': expect.any(String) } });
  expect(inspect(failure, { depth: 20 })).not.toContain('correct-horse');
}

type Outcome = { id?: bigint; failure?: unknown };

/**
 * Loads a store with creates and reads until `stop`. `end` stops it too. It expects every acknowledged plant to be
 * stored, every refused plant not to be stored, and no request to wait forever or fail otherwise.
 */
export function startLoad(db: Database, url: string, firstId: bigint) {
  let nextId = firstId;

  async function attempt(run: () => Promise<unknown>): Promise<{ failure?: unknown }> {
    try {
      await run();
      return {};
    } catch (failure) {
      // A caller that is told to retry later does not retry at once.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { failure };
    }
  }
  const { outcomes, until, stop } = startClients<Outcome>(20, async (tell) => {
    const id = nextId++;
    tell({ id, ...(await attempt(() => plants.create(db, { id, name: 'Fern' }))) });
    tell(await attempt(() => plants.get(db, id)));
    tell(await attempt(() => tokens.find(db, 'nobody')));
  });
  const isAcknowledged = ({ id, failure }: Outcome) => id !== undefined && failure === undefined;
  const hasFailed = ({ failure }: Outcome) => failure !== undefined;
  return {
    stop,
    /** Resolves once `count` more creates were acknowledged. */
    goesOn: (count: number) => until(isAcknowledged, count),
    /** Resolves once a request has failed. */
    fails: async () => {
      if (!outcomes.some(hasFailed)) await until(hasFailed, 1);
    },
    async end() {
      await stop();
      const stored = new Set((await rowsOf(url, 'SELECT id FROM plants')).map(({ id }) => id));
      const acknowledged = outcomes.filter(isAcknowledged);
      expect(acknowledged.filter(({ id }) => !stored.has(id))).toEqual([]);
      const failures = outcomes.filter(hasFailed);
      for (const { id, failure } of failures) {
        expectUnavailable(failure);
        if (id !== undefined && (failure as Error).message.includes('nothing was stored'))
          expect(stored.has(id)).toBe(false);
      }
      return { acknowledged: acknowledged.length, failures: failures.length };
    },
  };
}
