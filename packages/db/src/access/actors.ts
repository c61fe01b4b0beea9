import type { Engine } from '../engine/engine.ts';
import { now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';

/** Whoever changes plants, as it is told of the changes. */
export type Actor = { kind: 'token' | 'person'; name: string };

/** Records someone who may change plants; gives the id that stands for them. Actors are never deleted. */
export function* addActor(engine: Engine, { kind, name }: Actor): Steps<bigint> {
  for (let id = yield* now(engine); ; id++) {
    const [added] = yield* ask(sql`
      INSERT INTO "actors" ("id", "kind", "name") VALUES (${id}, ${kind}, ${name}) ON CONFLICT DO NOTHING RETURNING "id"`);
    if (added) return id;
  }
}

/** What tells the actor of a row, where "actors" is joined to it; `actorOf` reads it. */
export const actorColumns = sql`"actors"."kind" AS "actorKind", "actors"."name" AS "actorName"`;
export type ActorColumns = { actorKind: Actor['kind'] | null; actorName: string | null };

/** The actor of a row, if one is known. */
export const actorOf = ({ actorKind, actorName }: ActorColumns): Actor | undefined =>
  actorKind === null || actorName === null ? undefined : { kind: actorKind, name: actorName };

/** An actor as it is told of what they did, from its row; `undefined` where nobody is known. */
export const presentActor = ({ kind, name }: { kind: string; name: string }): Actor => ({
  kind: kind as Actor['kind'],
  name,
});
