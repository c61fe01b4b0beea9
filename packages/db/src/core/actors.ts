// SQL by hand: columns for statements of the audit chain and of the trash (docs/decisions/0006).
import { randomInt } from 'node:crypto';
import { sql } from '@plant-store/engine';
import type { Transaction } from './transaction.ts';

export type Actor = { kind: 'token' | 'person'; name: string };

/** Adds an actor with a random id below 2^48. Actors are never deleted. */
export async function addActor(tx: Transaction, actor: Actor): Promise<bigint> {
  const { id } = await tx.actor.create({ data: { id: BigInt(randomInt(1, 2 ** 48 - 1)), ...actor } });
  return id;
}

export const toActor = ({ kind, name }: { kind: string; name: string }): Actor => ({
  kind: kind as Actor['kind'],
  name,
});

/** Columns for a join with "actors"; `actorFromColumns` reads them. */
export const actorColumns = sql`"actors"."kind" AS "actorKind", "actors"."name" AS "actorName"`;
export type ActorColumns = { actorKind: Actor['kind'] | null; actorName: string | null };

export const actorFromColumns = ({ actorKind, actorName }: ActorColumns): Actor | undefined =>
  actorKind === null || actorName === null ? undefined : { kind: actorKind, name: actorName };
