import type { AuditAbout } from '@plant-store/schema';
import type { Prisma } from '../../generated/sqlite/client/client.ts';
import { type Actor, presentActor } from '../access/actors.ts';
import type { Database } from '../database.ts';
import type { Engine } from '../engine/engine.ts';
import { dateOf, stampOf } from '../engine/stamp.ts';
import type { AuditEvent } from './event.ts';
import { recordWithin } from './record.ts';

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
   * hex the hash of an entry. Letters from a to z match in any case; others do on PostgreSQL only.
   */
  text?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/** Writes down an event that nothing else is written with. */
export const add = (db: Database, event: AuditEvent): Promise<void> =>
  db.transaction((tx) => recordWithin(db.engine, tx, event));

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
  { filter, limit, before }: { filter: Filter; limit: number; before?: bigint | undefined },
): Promise<{ entries: Entry[]; next: bigint | undefined }> {
  const entries: Entry[] = [];
  let next: bigint | undefined = before ?? (await end(db));
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

/** The number after that of the last entry. */
async function end({ prisma }: Database): Promise<bigint> {
  const { _max } = await prisma.auditEntry.aggregate({ _max: { number: true } });
  return (_max.number ?? 0n) + 1n;
}

const whoDidIt = {
  actor: { include: { people: { select: { email: true } } } },
} satisfies Prisma.AuditEntryInclude;
type Row = Prisma.AuditEntryGetPayload<{ include: typeof whoDidIt }>;

/** One go at it. No index helps: each would have every write of the store take longer. */
async function look({ engine, prisma }: Database, filter: Filter, limit: number, before: bigint) {
  const first = before - looking[engine].lookMax;
  const words = wordsOf(filter);
  const rows = await prisma.auditEntry.findMany({
    where: { number: { gte: first, lt: before }, ...wanted(engine, filter, words) },
    include: whoDidIt,
    orderBy: { number: 'desc' },
    take: limit,
  });
  const last = rows.length === limit ? (rows.at(-1)?.number ?? first) : first;
  const found = rows.filter((row) => words.every((word) => hasWord(row, word)));
  return { entries: found.map(toEntry), next: last > 1n ? last : undefined };
}

const wordsOf = ({ text = '' }: Filter) => text.split(/\s+/).filter(Boolean);

function wanted(
  engine: Engine,
  { about, since, until }: Filter,
  words: string[],
): Prisma.AuditEntryWhereInput {
  return {
    ...(about && { action: about.includes('.') ? about : { startsWith: `${about}.` } }),
    at: { gte: since && stampOf(since), lt: until && stampOf(until) },
    AND: words.map((word) => withWord(engine, word)),
  };
}

const isNumber = (word: string) => /^-?\d{1,19}$/.test(word);
const isHash = (word: string) => /^[0-9a-f]{64}$/i.test(word);

function withWord(engine: Engine, word: string): Prisma.AuditEntryWhereInput {
  // No text has that, and PostgreSQL takes none with it.
  if (word.includes('\0')) return { number: { lt: 0n } };
  if (isNumber(word)) return { subject: { in: [word, `receipt ${word}`] } };
  if (isHash(word)) return { hash: word.toLowerCase() };
  // LIKE of SQLite compares letters from a to z in any case by itself, and has no escape character.
  const contains =
    engine === 'sqlite'
      ? { contains: word }
      : { contains: word.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' };
  return {
    OR: [
      { actor: { OR: [{ name: contains }, { people: { some: { email: contains } } }] } },
      ...[{ action: contains }, { subject: contains }, { address: contains }, { requestId: contains }],
    ],
  };
}

/** Whether an entry that was found has the word: `contains` takes `%` and `_` for any characters. */
function hasWord({ actor, action, subject, address, requestId }: Row, word: string): boolean {
  if (isNumber(word) || isHash(word)) return true;
  const texts = [actor?.name, actor?.people[0]?.email, action, subject, address, requestId];
  return texts.some((text) => text?.toLowerCase().includes(word.toLowerCase()));
}

const toEntry = ({ number, at, action, actor, subject, requestId, address, hash }: Row): Entry => ({
  number,
  at: dateOf(at),
  action,
  by: actor ? byOf(actor) : undefined,
  subject: subject ?? undefined,
  requestId: requestId ?? undefined,
  address: address ?? undefined,
  hash,
});

function byOf({ id, people: [person], ...actor }: NonNullable<Row['actor']>): Entry['by'] {
  return { ...presentActor(actor), id, ...(person && { email: person.email }) };
}
