import { existsSync } from 'node:fs';
import { oneStep, query, raw, sql, unitOfWork } from '@plant-store/engine';
import { StoreError } from '@plant-store/schema/errors';

// Units for the tests; the threads import them from here.

type Many = {
  count: number;
  text?: string;
  restMs?: number;
  failsAt?: number;
  endsAt?: number;
  goOnFile?: string;
};

/** Adds `count` notes one by one, and reports progress. After the first one it waits until `goOnFile` exists. */
export const addMany = unitOfWork(
  import.meta.url,
  'addMany',
  function* ({ count, text = 'Fern', restMs = 0, failsAt, endsAt, goOnFile }: Many, { engine, onProgress }) {
    for (let done = 1; done <= count; done++) {
      yield sql`INSERT INTO "notes" ("id", "text") VALUES (${BigInt(done)}, ${text})`;
      if (done === failsAt) throw new StoreError('idTaken', 'not this one', { headers: { ETag: 'x' } });
      if (done === endsAt) process.exit(3);
      rest(restMs);
      onProgress({ doing: 'adding', done, total: count, unit: 'rows' });
      while (goOnFile && !existsSync(goOnFile)) rest(5);
    }
    const [row] = yield* query<{ n: bigint }>(sql`SELECT count(*) AS "n" FROM "notes"`);
    return { engine, total: row?.n };
  },
);

/** Blocks the thread for some milliseconds. */
const rest = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

type Labels = { ids: bigint[]; isRefused?: boolean };

/** Adds labels, renames each and returns all names. With `isRefused` it throws after the renaming. */
export const addLabels = unitOfWork(
  import.meta.url,
  'addLabels',
  function* ({ ids, isRefused = false }: Labels) {
    for (const id of ids) yield sql`INSERT INTO "labels" ("id", "name") VALUES (${id}, 'x')`;
    for (const id of ids) yield sql`UPDATE "labels" SET "name" = 'y' WHERE "id" = ${id}`;
    if (isRefused) throw new StoreError('preconditionFailed', 'not like this');
    return yield* query<{ name: string }>(sql`SELECT "name" FROM "labels"`);
  },
);

/** Appends one character to the name of label 1, and then another. */
export const appendTwice = unitOfWork(import.meta.url, 'appendTwice', function* (_input: undefined) {
  yield* query(sql`UPDATE "labels" SET "name" = "name" || '+' WHERE "id" = 1`);
  yield sql`UPDATE "labels" SET "name" = "name" || '-' WHERE "id" = 1`;
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

export type Note = { id: bigint; text: string };

/** Adds a note, unless its id is taken. */
export const insertNote = oneStep<Note, Note>(import.meta.url, 'insertNote', ({ id, text }) => ({
  statement: sql`INSERT INTO "notes" ("id", "text") VALUES (${id}, ${text}) ON CONFLICT DO NOTHING RETURNING "id", "text"`,
  event: { what: text },
}));

/** Changes a note, with an event if there is such a note. */
export const changeNote = oneStep<Note, Note>(import.meta.url, 'changeNote', ({ id, text }) => ({
  statement: sql`UPDATE "notes" SET "text" = ${text} WHERE "id" = ${id} RETURNING "id", "text"`,
  event: { what: `${id} is now ${text}` },
}));
