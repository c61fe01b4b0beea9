// SQL by hand: the most frequent changes; on PostgreSQL each is one statement (docs/decisions/0006 and 0048).
import { compose, now, oneStep, type Statement, sql, unitOfWork } from '@plant-store/engine';
import { foldedOf } from '@plant-store/schema/fold';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { record } from '../audit/record.ts';
import { plantColumns, valuesOf } from '../core/plant-columns.ts';
import type { AuditEvent, Initiator } from '../handle/audit-event.ts';
import type { Key } from './json-rows.ts';
import { changes, trashRetention, type Version } from './version.ts';
import { archiveVersions, versionTimestamp } from './version-reads.ts';
import { archiveDeletions, laterThan, moveAllToTrash, replaceVersions } from './version-writes.ts';

export type Change = { action: AuditEvent['action']; by: Initiator };

const eventOf = ({ id }: Key, { action, by }: Change): AuditEvent => ({ action, subject: String(id), by });

/** Gives false if the plant was changed after `old`. @public the write thread finds this unit by its name */
export const replaceVersionUnit = unitOfWork(
  import.meta.url,
  'replaceVersionUnit',
  function* ({ old, to, ...change }: Change & { old: Version; to: PlantValues }, { engine }) {
    const metadata = { actorId: change.by.actorId, time: yield* now(engine) };
    if (!(yield* replaceVersions(engine, [{ old, to }], metadata)).has(old.id)) return false;
    yield* record(engine, eventOf(old, change));
    return true;
  },
  ({ old, to, ...change }) => ({
    row: old.id,
    statement: compose`
      UPDATE "plants" SET (${plantColumns}, "folded") = (${valuesOf(to)}, ${foldedOf(to)}), "changed_at" = ${later},
        "change" = ${changes.changed}, "actor_id" = ${change.by.actorId ?? null}, "receipt_id" = NULL, "line" = NULL
      WHERE ${isCurrent(old)} RETURNING "id"`,
    also: (written) => [archiveVersions(asTheyWere(written))],
    event: eventOf(old, change),
    resultOf: isAny,
  }),
);

/** Gives false if the plant was changed after `old`. @public the write thread finds this unit by its name */
export const moveToTrashUnit = unitOfWork(
  import.meta.url,
  'moveToTrashUnit',
  function* ({ old, by }: { old: Version; by: Initiator }, { engine }) {
    const metadata = { actorId: by.actorId, time: yield* now(engine) };
    if (!(yield* moveAllToTrash(engine, [old], metadata)).has(old.id)) return false;
    yield* record(engine, eventOf(old, { action: 'plants.delete', by }));
    return true;
  },
  ({ old, by }) => ({
    row: old.id,
    statement: compose`DELETE FROM "plants" WHERE ${isCurrent(old)} RETURNING "id"`,
    also: (written) => [
      archiveVersions(asTheyWere(written)),
      archiveDeletions(asTheyWere(written), later, purgedAt, by),
    ],
    event: eventOf(old, { action: 'plants.delete', by }),
    resultOf: isAny,
  }),
);

/** On PostgreSQL, waits for what a change without a difference acknowledges, as a replay does (idempotency.ts). */
export const confirmUnit = oneStep<bigint, { id: bigint }>(import.meta.url, 'confirmUnit', (id) => ({
  row: id,
  statement: sql`SELECT "id" FROM "plants" WHERE "id" = ${id} FOR UPDATE`,
}));

// The same time in the whole statement.
const present = sql`(extract(epoch FROM statement_timestamp()) * 1000000)::bigint`;
const later = laterThan.postgresql(present);
const purgedAt = compose`${present} + ${trashRetention}`;

const isCurrent = ({ id, changedAt }: Key): Statement =>
  compose`"plants"."id" = ${id} AND ${versionTimestamp} = ${changedAt}`;

/** All parts of a statement read the plants as they were before it. */
const asTheyWere = (written: Statement): Statement =>
  compose`"plants" JOIN ${written} ON "plants"."id" = ${written}."id"`;

const isAny = (rows: unknown[]): boolean => rows.length > 0;
