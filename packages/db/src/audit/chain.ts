// SQL by hand: each write of a plant does this, in the thread that writes (docs/decisions/0006).
import { hash } from 'node:crypto';
import { auditSubjectMaxLength } from '@plant-store/schema/plain';
import { type ActorColumns, actorColumns } from '../access/actors.ts';
import type { Engine } from '../engine/engine.ts';
import { compose, type Statement, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import type { AuditEvent } from './event.ts';

/** A line of the log before it has its place: all that its hash is made of, besides that of the one before. */
export type Line = {
  /** Microseconds since 1970. */
  at: bigint;
  action: string;
  actorId: bigint | null;
  subject: string | null;
  requestId: string | null;
  address: string | null;
};

/** The last line that there is; of a log without any, `start`. */
export type Head = { number: bigint; hash: string };
export const start: Head = { number: 0n, hash: '' };

/** A line in its place, with the name of who did what it tells of. */
export type ChainedLine = Named & Head;
type Named = Line & ActorColumns;

/**
 * The hash of a line that comes after another: SHA-256 over that one's, and JSON of its own values in a fixed order. The
 * name of who did it is one of them, as it is stored elsewhere and could be changed there.
 */
export const hashAfter = (before: string, line: Named): string =>
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

/** An event as a line; the time is told by who writes it. */
export const lineOf = ({ action, subject, by: { actorId, origin } }: AuditEvent): Omit<Line, 'at'> => ({
  action,
  actorId: actorId ?? null,
  subject: subject === undefined ? null : shortened(subject, auditSubjectMaxLength),
  requestId: origin?.requestId ?? null,
  address: origin?.address === undefined ? null : shortened(origin.address, addressMaxLength),
});

/** More than any address has. What a trusted proxy passes on may be none, and as long as a header can be. */
const addressMaxLength = 64;

/** Half of a character that is left at the end becomes U+FFFD, as PostgreSQL takes no half. */
const shortened = (text: string, length: number) => text.slice(0, length).toWellFormed();

/** Gives lines their places after the last one. Nobody else must do so at the same time. */
export function* chain(engine: Engine, lines: Line[]): Steps<void> {
  const [head = start] = yield* ask<Head>(headSql);
  const entries = chained(head, yield* withActors(lines));
  const last = entries.at(-1);
  if (!last) return;
  if (engine === 'sqlite') for (const entry of entries) yield insertion(entry);
  else yield insertionOfAll(entries);
  yield sql`
    INSERT INTO "audit_head" ("id", "number", "hash") VALUES (1, ${last.number}, ${last.hash})
    ON CONFLICT ("id") DO UPDATE SET "number" = "excluded"."number", "hash" = "excluded"."hash"`;
}

/** Asks for the last line, as it is kept apart from the lines; gives no row where there is none yet. */
export const headSql = sql`SELECT "number", "hash" FROM "audit_head" WHERE "id" = 1`;

const nobody: ActorColumns = { actorKind: null, actorName: null };

/** Lines with the names of who did what they tell of. */
function* withActors(lines: Line[]): Steps<Named[]> {
  const actors = new Map<bigint | null, ActorColumns>([[null, nobody]]);
  for (const { actorId } of lines) {
    if (actorId === null || actors.has(actorId)) continue;
    const [actor = nobody] = yield* ask<ActorColumns>(
      compose`SELECT ${actorColumns} FROM "actors" WHERE "id" = ${actorId}`,
    );
    actors.set(actorId, actor);
  }
  return lines.map((line) => ({ ...line, ...(actors.get(line.actorId) ?? nobody) }));
}

function chained({ number, hash: before }: Head, lines: Named[]): ChainedLine[] {
  let last = before;
  return lines.map((line, index) => {
    last = hashAfter(last, line);
    return { ...line, number: number + BigInt(index) + 1n, hash: last };
  });
}

const insertion = ({
  number,
  at,
  action,
  actorId,
  subject,
  requestId,
  address,
  hash,
}: ChainedLine): Statement => sql`
  INSERT INTO "audit_entries" ("number", "at", "action", "actor_id", "subject", "request_id", "address", "hash")
  VALUES (${number}, ${at}, ${action}, ${actorId}, ${subject}, ${requestId}, ${address}, ${hash})`;

/** In one statement, as each is a round trip to a server. */
const insertionOfAll = (entries: ChainedLine[]): Statement => sql`
  INSERT INTO "audit_entries" ("number", "at", "action", "actor_id", "subject", "request_id", "address", "hash")
  SELECT * FROM json_to_recordset(${JSON.stringify(entries, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}::json)
    AS "entries" ("number" BIGINT, "at" BIGINT, "action" TEXT, "actorId" BIGINT, "subject" TEXT, "requestId" TEXT,
      "address" TEXT, "hash" TEXT)`;
