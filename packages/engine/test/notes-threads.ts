import { compose, countIn, query, type Steps, sql } from '@plant-store/engine';

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

const beginningWith = ({ text = '' }: { text?: string }) => sql`FROM "notes" WHERE "text" LIKE ${`${text}%`}`;

export const longReads = {
  count: (from: { text?: string }) => countIn(compose`SELECT count(*) AS "count" ${beginningWith(from)}`),
  texts: (from: { text?: string }) => query(compose`SELECT "text" ${beginningWith(from)}`),
};
