import { sql, unitOfWork } from '@plant-store/engine';

/** Adds a plant, and ends the thread before the commit. */
export const endThread = unitOfWork(import.meta.url, 'endThread', function* (_input: undefined) {
  yield sql`INSERT INTO "plants" ("id", "name", "added_at") VALUES (1, 'Fern', 1)`;
  process.exit(3);
});
