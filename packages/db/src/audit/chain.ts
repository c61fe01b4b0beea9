// SQL by hand: each write of a plant chains its audit entry in the write thread (docs/decisions/0006).
import { hash } from 'node:crypto';
import {
  compose,
  declareJournal,
  type Engine,
  query,
  type Statement,
  type Steps,
  sql,
} from '@plant-store/engine';
import { auditSubjectMaxLength } from '@plant-store/schema/without-zod';
import { type ActorColumns, actorColumns } from '../core/actors.ts';
import type { AuditEvent } from '../handle/audit-event.ts';

export type EntryValues = {
  at: bigint;
  action: string;
  actorId: bigint | null;
  subject: string | null;
  requestId: string | null;
  address: string | null;
};

declareJournal({
  key: 'audit_entries.number',
  name: 'audit log',
  remedy: 'run "npm run audit -- verify"',
});

export type Head = { number: bigint; hash: string };
export const emptyHead: Head = { number: 0n, hash: '' };

export type ChainedEntry = EntryWithActor & Head;
type EntryWithActor = EntryValues & ActorColumns;

/** The hash of an entry: SHA-256 over the previous hash and JSON of the entry's values, with the actor's name. */
export const hashAfter = (before: string, line: EntryWithActor): string =>
  hash(
    'sha256',
    `${before}\n${JSON.stringify([
      String(line.at),
      line.action,
      line.actorId === null ? null : String(line.actorId),
      line.actorKind,
      line.actorName,
      line.subject,
      line.requestId,
      line.address,
    ])}`,
  );

export const entryValuesOf = ({ action, subject, by }: AuditEvent): Omit<EntryValues, 'at'> => ({
  action,
  actorId: by.actorId ?? null,
  subject: subject === undefined ? null : shortened(subject, auditSubjectMaxLength),
  requestId: by.source?.requestId ?? null,
  address: by.source?.address === undefined ? null : shortened(by.source.address, addressMaxLength),
});

/** The maximum length of an address. A trusted proxy may forward a header of any length. */
const addressMaxLength = 64;

/** Cuts a text. PostgreSQL refuses half a surrogate pair, so U+FFFD replaces half a pair at the end. */
const shortened = (text: string, length: number) => text.slice(0, length).toWellFormed();

/** Appends entries to the log; no other writer may do so at the same time. */
export function* chain(engine: Engine, lines: EntryValues[]): Steps<void> {
  const [head = emptyHead] = yield* query<Head>(headSql);
  const entries = chained(head, yield* withActors(lines));
  const last = entries.at(-1);
  if (!last) return;
  if (engine === 'sqlite') for (const entry of entries) yield insertion(entry);
  else yield insertionOfAll(entries);
  yield sql`
    INSERT INTO "audit_head" ("id", "number", "hash") VALUES (1, ${last.number}, ${last.hash})
    ON CONFLICT ("id") DO UPDATE SET "number" = "excluded"."number", "hash" = "excluded"."hash"`;
}

export const headSql = sql`SELECT "number", "hash" FROM "audit_head" WHERE "id" = 1`;

const nobody: ActorColumns = { actorKind: null, actorName: null };

function* withActors(lines: EntryValues[]): Steps<EntryWithActor[]> {
  const actors = new Map<bigint | null, ActorColumns>([[null, nobody]]);
  for (const { actorId } of lines) {
    if (actorId === null || actors.has(actorId)) continue;
    const [actor = nobody] = yield* query<ActorColumns>(
      compose`SELECT ${actorColumns} FROM "actors" WHERE "id" = ${actorId}`,
    );
    actors.set(actorId, actor);
  }
  return lines.map((line) => ({ ...line, ...(actors.get(line.actorId) ?? nobody) }));
}

function chained({ number, hash: before }: Head, lines: EntryWithActor[]): ChainedEntry[] {
  let last = before;
  return lines.map((line, index) => {
    last = hashAfter(last, line);
    return { ...line, number: number + BigInt(index) + 1n, hash: last };
  });
}

const insertion = (entry: ChainedEntry): Statement => sql`
  INSERT INTO "audit_entries" ("number", "at", "action", "actor_id", "subject", "request_id", "address", "hash")
  VALUES (${entry.number}, ${entry.at}, ${entry.action}, ${entry.actorId}, ${entry.subject}, ${entry.requestId},
    ${entry.address}, ${entry.hash})`;

/** Adds all entries by one statement, as a server needs a round trip for each statement. */
const insertionOfAll = (entries: ChainedEntry[]): Statement => sql`
  INSERT INTO "audit_entries" ("number", "at", "action", "actor_id", "subject", "request_id", "address", "hash")
  SELECT * FROM json_to_recordset(${jsonOf(entries)}::json)
    AS "entries" ("number" BIGINT, "at" BIGINT, "action" TEXT, "actorId" BIGINT, "subject" TEXT, "requestId" TEXT,
      "address" TEXT, "hash" TEXT)`;

export const jsonOf = (rows: Partial<ChainedEntry>[]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
