import { countIn, type Steps, sql } from '@plant-store/engine';

// The exports of a store of notes for its threads (see `ThreadModule`).

export function* journal(events: object[]): Steps<void> {
  for (const { what } of events as { what: string }[])
    yield sql`INSERT INTO "journal" ("what") VALUES (${what})`;
}

export const createBackgroundWork = () => ({
  request: () => undefined,
  isDue: () => false,
  update: () => false,
});

export const longReads = { count: () => countIn(sql`SELECT count(*) AS "count" FROM "notes"`) };
