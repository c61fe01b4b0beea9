import { query, sql, unitOfWork } from '@plant-store/engine';

/** Adds a note, and gives the number of notes. */
export const addNote = unitOfWork(import.meta.url, 'addNote', function* (text: string) {
  yield sql`INSERT INTO "notes" ("text") VALUES (${text})`;
  const [row] = yield* query<{ count: bigint }>(sql`SELECT count(*) AS "count" FROM "notes"`);
  if (text === '') throw new Error('an empty note');
  return row?.count;
});
