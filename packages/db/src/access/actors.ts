import type { Database } from '../database.ts';
import { now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';

/** Whoever changes plants, as it is told of the changes. */
export type Actor = { kind: 'token' | 'person'; name: string };

/** Records someone who may change plants; gives the id that stands for them. Actors are never deleted. */
export function* addActor(engine: Database['engine'], { kind, name }: Actor): Steps<bigint> {
  for (let id = yield* now(engine); ; id++) {
    const [added] = yield* ask(sql`
      INSERT INTO "actors" ("id", "kind", "name") VALUES (${id}, ${kind}, ${name}) ON CONFLICT DO NOTHING RETURNING "id"`);
    if (added) return id;
  }
}
