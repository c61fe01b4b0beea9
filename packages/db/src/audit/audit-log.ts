import type { AuditTopic } from '@plant-store/schema';
import { type Actor, type ActorColumns, actorColumns, actorOf } from '../access/actors.ts';
import type { Database } from '../database.ts';
import type { Engine } from '../engine/engine.ts';
import { dateOf, forever, stampOf } from '../engine/stamp.ts';
import { allOf, compose, type Statement, sql } from '../engine/statement.ts';
import type { ChainedLine } from './chain.ts';
import type { AuditEvent } from './event.ts';
import { record } from './record.ts';

export { chainPending } from './pending.ts';
export { type Verdict, verify } from './verify.ts';

/** An entry of the log. */
export type Entry = {
  number: bigint;
  at: Date;
  /** One of `AuditAction`, unless another version wrote it, or somebody else. */
  action: string;
  by: Actor | undefined;
  subject: string | undefined;
  requestId: string | undefined;
  address: string | undefined;
  hash: string;
};

/** Which entries: those of which all that is given is true. */
export type Filter = {
  topic?: AuditTopic | undefined;
  /** A part of any text of an entry. Letters from a to z in any case, others as the engine's `lower` has them. */
  text?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/** Writes down an event that nothing else is written with. */
export const add = (db: Database, event: AuditEvent): Promise<void> =>
  db.transact(() => record(db.engine, event));

/**
 * How many entries are looked at in one go, and how often for one page. On SQLite nothing else is answered meanwhile, by
 * as many goes as there are pages asked for at once; to a server each is a way.
 */
const looking: Record<Engine, { lookMax: bigint; looksMax: number }> = {
  sqlite: { lookMax: 2_000n, looksMax: 100 },
  postgresql: { lookMax: 10_000n, looksMax: 20 },
};

/**
 * Up to `limit` entries that the filter finds, the last first, from the one before `before` on; and where to go on. There
 * may be more although these are fewer, or none.
 */
export async function list(
  db: Database,
  { filter, limit, before = forever }: { filter: Filter; limit: number; before?: bigint | undefined },
): Promise<{ entries: Entry[]; next: bigint | undefined }> {
  const entries: Entry[] = [];
  let next: bigint | undefined = before;
  for (
    let looks = 0;
    looks < looking[db.engine].looksMax && next !== undefined && entries.length < limit;
    looks++
  ) {
    const found = await look(db, filter, limit - entries.length, next);
    entries.push(...found.entries);
    next = found.next;
  }
  return { entries, next };
}

type Row = ChainedLine & ActorColumns;

/** One go at it. No index helps: each would have every write of the store take longer. */
async function look(db: Database, filter: Filter, limit: number, before: bigint) {
  const [bound] = await db.query<{ first: bigint | null }>(sql`
    SELECT min("number") AS "first" FROM (
      SELECT "number" FROM "audit_entries" WHERE "number" < ${before} ORDER BY "number" DESC LIMIT ${looking[db.engine].lookMax}) AS "looked"`);
  const first = bound?.first ?? undefined;
  if (first === undefined) return { entries: [], next: undefined };
  const rows = await db.query<Row>(compose`
    SELECT "number", "at", "action", "subject", "request_id" AS "requestId", "address", "hash", ${actorColumns}
    FROM "audit_entries" LEFT JOIN "actors" ON "actors"."id" = "actor_id"
    WHERE "number" >= ${first} AND "number" < ${before} AND ${wanted(db.engine, filter)}
    ORDER BY "number" DESC LIMIT ${BigInt(limit)}`);
  const last = rows.length === limit ? (rows.at(-1)?.number ?? first) : first;
  return { entries: rows.map(toEntry), next: last > 1n ? last : undefined };
}

function wanted(engine: Engine, { topic, text, since, until }: Filter): Statement {
  const conditions: Statement[] = [];
  if (topic !== undefined) conditions.push(sql`"action" LIKE ${`${topic}.%`}`);
  // No text has that, and PostgreSQL takes none with it.
  if (text?.includes('\0')) conditions.push(sql`1 = 0`);
  else if (text) conditions.push(compose`${within[engine](text)} > 0`);
  if (since) conditions.push(sql`"at" >= ${stampOf(since)}`);
  if (until) conditions.push(sql`"at" < ${stampOf(until)}`);
  return allOf(conditions);
}

/** All texts of an entry, one after the other, none of which holds a line feed. */
const texts = sql`lower(coalesce("actors"."name", '') || '\n' || "action" || '\n' || coalesce("subject", '') || '\n' ||
  coalesce("address", '') || '\n' || coalesce("request_id", ''))`;
const within: Record<Engine, (text: string) => Statement> = {
  sqlite: (text) => compose`instr(${texts}, lower(${text}))`,
  postgresql: (text) => compose`strpos(${texts}, lower(${text}))`,
};

const toEntry = ({ at, action, subject, requestId, address, ...row }: Row): Entry => ({
  number: row.number,
  at: dateOf(at),
  action,
  by: actorOf(row),
  subject: subject ?? undefined,
  requestId: requestId ?? undefined,
  address: address ?? undefined,
  hash: row.hash,
});
