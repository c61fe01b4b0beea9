// SQL by hand: reads all entries, which may be millions (docs/decisions/0006).

import { compose, type OnProgress, sql } from '@plant-store/engine';
import { actorColumns } from '../core/actors.ts';
import type { Database } from '../handle/database.ts';
import { type ChainedEntry, emptyHead, type Head, hashAfter, headSql } from './chain.ts';

export type Verdict = {
  /** The number of valid entries from the first one on, and the hash of the last valid entry. */
  entries: bigint;
  head: string;
  waiting: bigint;
  fault?: string;
  knownAt?: bigint;
};

const batchMax = 5_000n;

/** Finds changed, removed and added entries. @param known a hash from elsewhere; a rebuilt log does not contain it */
export async function verify(db: Database, options: Options = {}): Promise<Verdict> {
  try {
    return await verifyEntries(db, options);
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message: string };
    const isMissing = code === '42P01' || (code === 'SQLITE_ERROR' && /^no such table/.test(message));
    if (!isMissing) throw cause;
    return { entries: 0n, head: '', waiting: 0n, fault: 'one of its tables is missing' };
  }
}

type Options = { known?: string | undefined; onProgress?: OnProgress };

async function verifyEntries(db: Database, { known, onProgress = () => {} }: Options): Promise<Verdict> {
  const [head = emptyHead] = await db.query<Head>(headSql);
  let last = emptyHead;
  let knownAt: bigint | undefined;
  const waiting = await waitingIn(db);
  const verdict = (fault?: string): Verdict => ({
    entries: last.number,
    head: last.hash,
    waiting,
    ...(fault !== undefined && { fault }),
    ...(knownAt !== undefined && { knownAt }),
  });
  for (;;) {
    const lines = await db.query<ChainedEntry>(compose`
      SELECT "number", "at", "action", "actor_id" AS "actorId", "subject", "request_id" AS "requestId", "address", "hash",
        ${actorColumns}
      FROM "audit_entries" LEFT JOIN "actors" ON "actors"."id" = "actor_id"
      WHERE "number" > ${last.number} AND "number" <= ${head.number}
      ORDER BY "number" LIMIT ${batchMax}`);
    for (const line of lines) {
      const fault = faultOf(line, last);
      if (fault) return verdict(fault);
      last = { number: line.number, hash: line.hash };
      if (last.hash === known) knownAt = last.number;
    }
    onProgress({ doing: 'checking', done: Number(last.number), total: Number(head.number), unit: 'rows' });
    if (BigInt(lines.length) < batchMax) break;
  }
  return verdict(
    (await faultAtEnd(db, last, head)) ?? (waiting > 0n ? undefined : await faultOfNone(db, last)),
  );
}

function faultOf(line: ChainedEntry, last: Head): string | undefined {
  const missing = line.number - last.number - 1n;
  if (missing === 1n) return `entry ${last.number + 1n} is missing`;
  if (missing > 1n) return `entries ${last.number + 1n} to ${line.number - 1n} are missing`;
  if (hashAfter(last.hash, line) === line.hash) return undefined;
  return `entry ${line.number} was changed`;
}

/** Finds a fault at the ends of the log. New entries may arrive, so it reads both ends in one transaction. */
async function faultAtEnd(db: Database, last: Head, head: Head): Promise<string | undefined> {
  if (last.number < head.number) {
    const missing = head.number - last.number;
    return missing === 1n
      ? `the last entry, ${head.number}, is missing`
      : `the last ${missing} entries, from ${last.number + 1n} on, are missing`;
  }
  if (last.hash !== head.hash) return `the hash of entry ${last.number} is not the recorded one`;
  const [now] = await db.query<{ first: bigint | null; last: bigint; count: bigint; known: bigint }>(sql`
    SELECT min("number") AS "first", coalesce(max("number"), 0) AS "last", count(*) AS "count",
      coalesce((SELECT "number" FROM "audit_head" WHERE "id" = 1), 0) AS "known" FROM "audit_entries"`);
  if (!now) return undefined;
  if (now.last > now.known) return added(now.known + 1n);
  if (now.first !== null && now.first < 1n) return added(now.first);
  // A replaced table may have no key.
  if (now.count !== now.known)
    return `there are ${now.count} entries in ${now.known} ${now.known === 1n ? 'place' : 'places'}`;
  return undefined;
}

/** The fault of an empty log: even a new store has an entry for its token. */
async function faultOfNone(db: Database, last: Head): Promise<string | undefined> {
  if (last.number > 0n || !(await db.prisma.token.findFirst())) return undefined;
  return 'it is empty, although the store has tokens: its entries were removed, or the store is older than the log and nothing was written since';
}

const added = (number: bigint) => `entry ${number} was not added by the store`;

/** The number of events on PostgreSQL that are not chained yet; a running store chains them within a second. */
async function waitingIn(db: Database): Promise<bigint> {
  if (db.engine === 'sqlite') return 0n;
  const [row] = await db.query<{ count: bigint }>(sql`SELECT count(*) AS "count" FROM "audit_pending"`);
  return row?.count ?? 0n;
}
