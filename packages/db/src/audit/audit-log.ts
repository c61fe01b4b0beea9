import { dateOf, type Engine, timestampOf } from '@plant-store/engine';
import type { AuditAbout, AuditEntry } from '@plant-store/schema';
import type { Prisma } from '../../generated/sqlite/client/client.ts';
import { toActor } from '../core/actors.ts';
import type { AuditEvent } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { recordUnit } from './record.ts';

export { chainPending, lagSeconds } from './pending.ts';
export { type Verdict, verify } from './verify.ts';

export type Entry = Omit<AuditEntry, 'at'> & { at: Date };

export type Filter = {
  about?: AuditAbout | undefined;
  /** A word of digits is the id of a plant or receipt, 64 hex digits are a hash. On SQLite only ASCII ignores case. */
  text?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

export const add = (db: Database, event: AuditEvent): Promise<void> => db.transact(recordUnit, event);

/** The maximum numbers of entries per query and of queries per page. On SQLite a query blocks the event loop. */
export const scanLimits: Record<Engine, { entriesMax: bigint; scansMax: number }> = {
  sqlite: { entriesMax: 2_000n, scansMax: 100 },
  postgresql: { entriesMax: 10_000n, scansMax: 20 },
};

/** Newest first, from before the number `before`. A page may have fewer entries, or none, although more follow. */
export async function list(
  db: Database,
  { filter, limit, before }: { filter: Filter; limit: number; before?: bigint | undefined },
): Promise<{ entries: Entry[]; next: bigint | undefined }> {
  const entries: Entry[] = [];
  const { entriesMax, scansMax } = scanLimits[db.engine];
  const end = await endOf(db);
  let next = before === undefined || before > end ? end : before;
  for (let scans = 0; scans < scansMax && next > 1n && entries.length < limit; scans++) {
    const first = next - entriesMax;
    const found = await scan(db, filter, limit - entries.length, { gte: first, lt: next });
    entries.push(...found.map(toEntry));
    next = entries.length < limit ? first : (entries.at(-1)?.number ?? first);
  }
  return { entries, next: next > 1n ? next : undefined };
}

/** The number after the last entry. Prisma's `_max` would read all entries. */
async function endOf({ prisma }: Database): Promise<bigint> {
  const last = await prisma.auditEntry.findFirst({ orderBy: { number: 'desc' }, select: { number: true } });
  return (last?.number ?? 0n) + 1n;
}

const withActor = {
  actor: { include: { people: { select: { email: true } } } },
} satisfies Prisma.AuditEntryInclude;
type Row = Prisma.AuditEntryGetPayload<{ include: typeof withActor }>;

/** The matching entries of a range, newest first, without an index: an index would slow down every write. */
async function scan(
  { engine, prisma }: Database,
  filter: Filter,
  limit: number,
  number: Prisma.BigIntFilter,
) {
  const words = wordsOf(filter);
  // In LIKE these characters match any characters, so the matches of SQLite are checked again.
  const isExact = engine === 'postgresql' || !words.some((word) => /[%_]/.test(word));
  const rows = await prisma.auditEntry.findMany({
    where: { number, ...conditionsOf(engine, filter, words) },
    include: withActor,
    orderBy: { number: 'desc' },
    ...(isExact && { take: limit }),
  });
  return isExact ? rows : rows.filter((row) => words.every((word) => hasWord(row, word))).slice(0, limit);
}

const wordsOf = ({ text = '' }: Filter) => text.split(/\s+/).filter(Boolean);

function conditionsOf(
  engine: Engine,
  { about, since, until }: Filter,
  words: string[],
): Prisma.AuditEntryWhereInput {
  return {
    ...(about && { action: about.includes('.') ? about : { startsWith: `${about}.` } }),
    at: { gte: since && timestampOf(since), lt: until && timestampOf(until) },
    AND: words.map((word) => withWord(engine, word)),
  };
}

const isNumber = (word: string) => /^-?\d{1,19}$/.test(word);
const isHash = (word: string) => /^[0-9a-f]{64}$/i.test(word);

function withWord(engine: Engine, word: string): Prisma.AuditEntryWhereInput {
  // No stored text has a NUL character, which PostgreSQL refuses in queries.
  if (word.includes('\0')) return { number: { lt: 0n } };
  if (isNumber(word)) return { subject: { in: [word, `receipt ${word}`] } };
  if (isHash(word)) return { hash: word.toLowerCase() };
  // SQLite's LIKE ignores the case of ASCII letters, and has no escape character.
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
  return { ...toActor(actor), id, ...(person && { email: person.email }) };
}
