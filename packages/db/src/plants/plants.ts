// SQL by hand: for these frequent requests Prisma Client would cost most of the time (docs/decisions/0006).

import { compose, query, unitOfWork } from '@plant-store/engine';
import type { NewPlant, PlantPatch, StoredPlant } from '@plant-store/schema';
import { type PlantValues, StoreError } from '@plant-store/schema/without-zod';
import { record } from '../audit/record.ts';
import { plantColumns } from '../core/plant-columns.ts';
import type { Initiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator, IdempotentRequest } from '../handle/idempotent-request.ts';
import { reportReplay, requestOf, storedAnswer, withIdempotency } from '../idempotency/idempotency.ts';
import { duplicateId } from './duplicate-id.ts';
import { creationEvent, insertion, insertUnit } from './insertion.ts';
import { type Change, confirmUnit, moveToTrashUnit, replaceVersionUnit } from './plant-changes.ts';
import { isSameText, patchedValues, toStoredPlant, toValues, type Version } from './version.ts';
import { versionQuery, versionsOf } from './version-reads.ts';

export type { Position } from '../handle/plant-search.ts';
export { spellings } from '../search/spellings.ts';
export { freeIds } from './free-ids.ts';
export { count, filterOf, list, statistics, tags } from './plant-list.ts';
export { getMany, ofReceipt } from './plants-by-id.ts';

/** Checks the plant, if it exists, before a write replaces it. An error prevents the write. The check may run twice. */
export type Check = (plant: StoredPlant | undefined) => void;

/** Adds a plant; the plant is on disk when this resolves. @throws StoreError `idTaken` when a plant has the id */
export async function create(
  db: Database,
  plant: NewPlant,
  by: IdempotentInitiator = {},
): Promise<StoredPlant> {
  if (by.idempotencyKey)
    return reportReplay(by, await db.transact(createUnit, { plant, request: requestOf(by) }));
  const [row] = await db.transact(insertUnit, { plant, by: requestOf(by) });
  if (row) return toStoredPlant(row);
  throw duplicateId(plant.id, await get(db, plant.id));
}

/** @public the write thread finds this unit by its name */
export const createUnit = unitOfWork(
  import.meta.url,
  'createUnit',
  ({ plant, request }: { plant: NewPlant; request: IdempotentRequest }, { engine }) =>
    withIdempotency(engine, request, function* () {
      const [row] = yield* query<PlantValues>(insertion[engine](plant, request));
      if (!row) throw duplicateId(plant.id, (yield* versionsOf(engine, [plant.id])).get(plant.id));
      yield* record(engine, creationEvent(plant.id, request));
      return toStoredPlant(row);
    }),
  ({ plant, request }) => {
    const result = toStoredPlant(toValues(plant));
    return {
      row: plant.id,
      statement: insertion.postgresql(plant, request),
      also: (written) => [storedAnswer(written, request, result)],
      event: creationEvent(plant.id, request),
      resultOf: ([row]) => (row ? { result, isReplay: false } : undefined),
    };
  },
);

export async function get(db: Database, id: bigint): Promise<StoredPlant | undefined> {
  // Programs send this read most often. Prisma Client would cost most of its time (docs/decisions/0006).
  const [row] = await db.query<PlantValues>({ strings: plantById, values: [id] }, { isFrequent: true });
  return row ? toStoredPlant(row) : undefined;
}

const plantById = compose`SELECT ${plantColumns} FROM "plants" WHERE "id" = ${0n}`.strings;

/** Replaces the plant with the same id; adds the plant if there is none. */
export async function replace(
  db: Database,
  plant: NewPlant,
  by: Initiator = {},
  check: Check = () => undefined,
): Promise<{ plant: StoredPlant; isNew: boolean }> {
  for (;;) {
    const old = await versionOf(db, plant.id);
    check(old && toStoredPlant(old));
    if (old) {
      const to = toValues(plant);
      if (await change(db, old, to, { action: 'plants.replace', by }))
        return { plant: toStoredPlant(to), isNew: false };
    } else {
      const [row] = await db.transact(insertUnit, { plant, by });
      if (row) return { plant: toStoredPlant(row), isNew: true };
    }
  }
}

/** Applies a patch, in which null removes a value. Gives the changed plant. @throws StoreError `notFound` */
export async function update(
  db: Database,
  { id, ...patch }: PlantPatch & { id: bigint },
  by: Initiator = {},
  check: Check = () => undefined,
): Promise<StoredPlant> {
  for (;;) {
    const old = await findVersion(db, id, check);
    const to = patchedValues(old, patch);
    if (await change(db, old, to, { action: 'plants.update', by })) return toStoredPlant(to);
  }
}

export async function remove(
  db: Database,
  id: bigint,
  by: Initiator = {},
  check: Check = () => undefined,
): Promise<void> {
  while (!(await db.transact(moveToTrashUnit, { old: await findVersion(db, id, check), by })));
}

async function versionOf(db: Database, id: bigint): Promise<Version | undefined> {
  const [version] = await db.query<Version>(versionQuery(id), { isFrequent: true });
  return version;
}

async function findVersion(db: Database, id: bigint, check: Check): Promise<Version> {
  const old = await versionOf(db, id);
  if (!old) throw new StoreError('notFound', `no plant has the id ${id}; it may have been deleted`);
  check(toStoredPlant(old));
  return old;
}

/** Sets the texts. Gives false if the plant was changed after `old`. Equal texts make no version. */
async function change(db: Database, old: Version, to: PlantValues, { action, by }: Change): Promise<boolean> {
  if (!isSameText(to, old)) return db.transact(replaceVersionUnit, { old, to, action, by });
  if (db.engine === 'postgresql') await db.transact(confirmUnit, old.id);
  return true;
}
