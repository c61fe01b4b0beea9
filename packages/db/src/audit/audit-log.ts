import type { AuditAbout } from '@plant-store/schema';
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
  by: (Actor & { id: bigint; email?: string }) | undefined;
  subject: string | undefined;
  requestId: string | undefined;
  address: string | undefined;
  hash: string;
};

/** Which entries: those of which all that is given is true. */
export type Filter = {
  about?: AuditAbout | undefined;
  /**
   * Words, each of which is a part of some text of an entry; digits alone are the id of a plant or receipt, and 64 digits in
   * hex the hash of an entry. Letters from a to z in any case, others as the engine's `lower` has them.
   */
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

type Row = ChainedLine & { email: string | null };

/** One go at it. No index helps: each would have every write of the store take longer. */
async function look(db: Database, filter: Filter, limit: number, before: bigint) {
  const [bound] = await db.query<{ first: bigint | null }>(sql`
    SELECT min("number") AS "first" FROM (
      SELECT "number" FROM "audit_entries" WHERE "number" < ${before} ORDER BY "number" DESC LIMIT ${looking[db.engine].lookMax}) AS "looked"`);
  const first = bound?.first ?? undefined;
  if (first === undefined) return { entries: [], next: undefined };
  const rows = await db.query<Row>(compose`
    SELECT "number", "at", "action", "subject", "request_id" AS "requestId", "address", "hash", "audit_entries"."actor_id" AS "actorId",
      "people"."email", ${actorColumns}
    FROM "audit_entries" LEFT JOIN "actors" ON "actors"."id" = "audit_entries"."actor_id"
      LEFT JOIN "people" ON "people"."actor_id" = "actors"."id"
    WHERE "number" >= ${first} AND "number" < ${before} AND ${wanted(db.engine, filter)}
    ORDER BY "number" DESC LIMIT ${BigInt(limit)}`);
  const last = rows.length === limit ? (rows.at(-1)?.number ?? first) : first;
  return { entries: rows.map(toEntry), next: last > 1n ? last : undefined };
}

function wanted(engine: Engine, { about, text = '', since, until }: Filter): Statement {
  const conditions = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => withWord(engine, word));
  if (about?.includes('.')) conditions.push(sql`"action" = ${about}`);
  else if (about) conditions.push(sql`"action" LIKE ${`${about}.%`}`);
  if (since) conditions.push(sql`"at" >= ${stampOf(since)}`);
  if (until) conditions.push(sql`"at" < ${stampOf(until)}`);
  return allOf(conditions);
}

function withWord(engine: Engine, word: string): Statement {
  // No text has that, and PostgreSQL takes none with it.
  if (word.includes('\0')) return sql`1 = 0`;
  if (/^-?\d{1,19}$/.test(word)) return sql`"subject" IN (${word}, ${`receipt ${word}`})`;
  if (/^[0-9a-f]{64}$/i.test(word)) return sql`"hash" = ${word.toLowerCase()}`;
  return compose`${within[engine](word)} > 0`;
}

/** All texts of an entry, one after the other, none of which holds a line feed. */
const texts = sql`lower(coalesce("actors"."name", '') || '\n' || coalesce("people"."email", '') || '\n' || "action" || '\n' || coalesce("subject", '') || '\n' ||
  coalesce("address", '') || '\n' || coalesce("request_id", ''))`;
const within: Record<Engine, (text: string) => Statement> = {
  sqlite: (text) => compose`instr(${texts}, lower(${text}))`,
  postgresql: (text) => compose`strpos(${texts}, lower(${text}))`,
};

const toEntry = ({ at, action, subject, requestId, address, actorId, email, ...row }: Row): Entry => ({
  number: row.number,
  at: dateOf(at),
  action,
  by: byOf(row, actorId, email),
  subject: subject ?? undefined,
  requestId: requestId ?? undefined,
  address: address ?? undefined,
  hash: row.hash,
});

function byOf(row: ActorColumns, id: bigint | null, email: string | null): Entry['by'] {
  const actor = actorOf(row);
  return actor && id !== null ? { ...actor, id, ...(email !== null && { email }) } : undefined;
}
