import { existsSync } from 'node:fs';
import { StoreError } from '@plant-store/schema';
import { query, raw, sql } from '../../engine/src/core/sql.ts';
import { unitOfWork } from '../../engine/src/core/unit-of-work.ts';

// Units for the tests; the threads import them from here.

type Many = { count: number; restMs?: number; failsAt?: number; endsAt?: number; goOnFile?: string };

/** Adds `count` plants one by one, and reports progress. After the first plant it waits until `goOnFile` exists. */
export const addMany = unitOfWork(
  import.meta.url,
  'addMany',
  function* ({ count, restMs = 0, failsAt, endsAt, goOnFile }: Many, { engine, onProgress }) {
    for (let done = 1; done <= count; done++) {
      yield sql`INSERT INTO "plants" ("id", "name", "added_at") VALUES (${BigInt(done)}, 'Fern', ${BigInt(done)})`;
      if (done === failsAt) throw new StoreError('idTaken', 'not this one', { headers: { ETag: 'x' } });
      if (done === endsAt) process.exit(3);
      rest(restMs);
      onProgress({ doing: 'adding', done, total: count, unit: 'rows' });
      while (goOnFile && !existsSync(goOnFile)) rest(5);
    }
    const [row] = yield* query<{ n: bigint }>(sql`SELECT count(*) AS "n" FROM "plants"`);
    return { engine, total: row?.n };
  },
);

/** Blocks the thread for some milliseconds. */
const rest = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

type Actors = { ids: bigint[]; isRefused?: boolean };

/** Adds actors, renames each and returns all names. With `isRefused` it throws after the renaming. */
export const addActors = unitOfWork(
  import.meta.url,
  'addActors',
  function* ({ ids, isRefused = false }: Actors) {
    for (const id of ids) yield sql`INSERT INTO "actors" ("id", "kind", "name") VALUES (${id}, 'token', 'x')`;
    for (const id of ids) yield sql`UPDATE "actors" SET "name" = 'y' WHERE "id" = ${id}`;
    if (isRefused) throw new StoreError('preconditionFailed', 'not like this');
    return yield* query<{ name: string }>(sql`SELECT "name" FROM "actors"`);
  },
);

/** Appends one character to the name of actor 1, and then another. */
export const appendTwice = unitOfWork(import.meta.url, 'appendTwice', function* (_input: undefined) {
  yield* query(sql`UPDATE "actors" SET "name" = "name" || '+' WHERE "id" = 1`);
  yield sql`UPDATE "actors" SET "name" = "name" || '-' WHERE "id" = 1`;
});

/** The values of SQLite's settings in the write connection. */
export const readSettings = unitOfWork(
  import.meta.url,
  'readSettings',
  function* ({ names }: { names: string[] }) {
    const values: unknown[] = [];
    for (const name of names) {
      const [row] = yield* query<object>(raw(`PRAGMA ${name}`));
      values.push(...Object.values(row ?? {}));
    }
    return values;
  },
);
