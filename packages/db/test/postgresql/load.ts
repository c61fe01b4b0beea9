import { inspect } from 'node:util';
import { StoreError } from '@plant-store/schema';
import { expect } from 'vitest';
import { type Database, plants, tokens } from '../../src/index.ts';
import { startClients } from '../clients.ts';
import { rowsOf } from '../testing.ts';

/** Expects a failure that a caller can handle: 503, a time to retry, and no password in any field. */
export function expectUnavailable(failure: unknown) {
  expect(failure).toBeInstanceOf(StoreError);
  expect(failure).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': expect.any(String) } });
  expect(inspect(failure, { depth: 20 })).not.toContain('correct-horse');
}

type Outcome = { id?: bigint; failure?: unknown };

/**
 * Creates and reads plants until `stop` or `end`. Expects every acknowledged plant to be stored, no refused plant to be
 * stored, and no request to wait forever or to fail in another way.
 */
export function startLoad(db: Database, url: string, firstId: bigint) {
  let nextId = firstId;

  async function attempt(run: () => Promise<unknown>): Promise<{ failure?: unknown }> {
    try {
      await run();
      return {};
    } catch (failure) {
      // A real caller also waits before a retry.
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
    /** Resolves after `count` more acknowledged creates. */
    goesOn: (count: number) => until(isAcknowledged, count),
    /** Resolves after the next failed request. */
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
