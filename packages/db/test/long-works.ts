import { StoreError } from '@plant-store/schema';
import { sql } from '../src/engine/statement.ts';
import { ask } from '../src/engine/unit.ts';
import { longWork } from '../src/thread/long-work.ts';

// Long work for the tests; threads find it here.

type Many = { count: number; restMs?: number; failsAt?: number; endsAt?: number };

/** Adds so many plants, one by one, and tells of each. */
export const addMany = longWork(
  import.meta.url,
  'addMany',
  function* ({ count, restMs = 0, failsAt, endsAt }: Many, { engine, onProgress }) {
    for (let done = 1; done <= count; done++) {
      yield sql`INSERT INTO "plants" ("id", "name", "added_at") VALUES (${BigInt(done)}, 'Fern', ${BigInt(done)})`;
      if (done === failsAt) throw new StoreError('idTaken', 'not this one', { headers: { ETag: 'x' } });
      if (done === endsAt) process.exit(3);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, restMs);
      onProgress({ doing: 'adding', done, total: count, unit: 'rows' });
    }
    const [row] = yield* ask<{ n: bigint }>(sql`SELECT count(*) AS "n" FROM "plants"`);
    return { engine, total: row?.n };
  },
);
