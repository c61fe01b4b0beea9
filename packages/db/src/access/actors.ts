// SQL by hand: columns for statements of the audit chain and of the trash (docs/decisions/0006).
import { randomInt } from 'node:crypto';
import { sql } from '../engine/statement.ts';
import type { Transaction } from '../engine/transaction.ts';

/** Whoever changes plants, as it is told of the changes. */
export type Actor = { kind: 'token' | 'person'; name: string };

/**
 * Records someone who may change plants; gives the id that stands for them: a random one of 2^48. Actors are never
 * deleted.
 */
export async function addActor(tx: Transaction, actor: Actor): Promise<bigint> {
  const { id } = await tx.actor.create({ data: { id: BigInt(randomInt(1, 2 ** 48 - 1)), ...actor } });
  return id;
}

/** An actor as it is told of what they did, from its row. */
export const presentActor = ({ kind, name }: { kind: string; name: string }): Actor => ({
  kind: kind as Actor['kind'],
  name,
});

/** What tells the actor of a row, where "actors" is joined to it; `actorOf` reads it. */
export const actorColumns = sql`"actors"."kind" AS "actorKind", "actors"."name" AS "actorName"`;
export type ActorColumns = { actorKind: Actor['kind'] | null; actorName: string | null };

/** The actor of a row, if one is known. */
export const actorOf = ({ actorKind, actorName }: ActorColumns): Actor | undefined =>
  actorKind === null || actorName === null ? undefined : { kind: actorKind, name: actorName };
