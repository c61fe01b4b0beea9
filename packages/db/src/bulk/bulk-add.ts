import {
  countText,
  deserializeError,
  type Engine,
  type SerializedError,
  type Steps,
  serializeError,
  unitOfWork,
} from '@plant-store/engine';
import type { ErrorBody, NewPlant, StoredPlant } from '@plant-store/schema';
import { errorNumbers, StoreError } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator, IdempotentRequest } from '../handle/idempotent-request.ts';
import { reportReplay, requestOf, withIdempotency } from '../idempotency/idempotency.ts';
import { duplicateId } from '../plants/duplicate-id.ts';
import { type ChangeMetadata, toStoredPlant, toValues } from '../plants/version.ts';
import { versionsOf } from '../plants/version-reads.ts';
import { insertAll } from '../plants/version-writes.ts';
import { beginAction, closeReceipt, zeroCounts } from './receipts.ts';

export type AddResult = { plant: StoredPlant } | { error: ErrorBody };

/**
 * Adds plants in one transaction; the result of an invalid plant is its error. @throws StoreError with all problems,
 * unless `isPartial` adds the valid plants; nothing is stored
 */
export async function add(
  db: Database,
  plants: (NewPlant | StoreError)[],
  { isPartial }: { isPartial: boolean },
  by: IdempotentInitiator = {},
): Promise<{ results: AddResult[]; receipt: bigint }> {
  const items = plants.map((plant) =>
    plant instanceof StoreError ? { failure: serializeError(plant) } : plant,
  );
  return reportReplay(by, await db.transact(addUnit, { items, isPartial, request: requestOf(by) }));
}

type Input = {
  items: (NewPlant | { failure: SerializedError })[];
  isPartial: boolean;
  request: IdempotentRequest;
};

/** @public the write thread imports it by name */
export const addUnit = unitOfWork(
  import.meta.url,
  'addUnit',
  ({ items, isPartial, request }: Input, { engine }) =>
    withIdempotency(engine, request, function* () {
      const plants = items.map((one) =>
        'failure' in one ? (deserializeError(one.failure) as StoreError) : one,
      );
      const metadata = yield* beginAction(engine, { kind: 'add' }, request);
      const outcomes = yield* addEach(engine, plants, metadata);
      if (!isPartial) assertNoneRefused(outcomes);
      const failed = outcomes.filter((outcome) => outcome instanceof StoreError).length;
      const receipt = { id: metadata.receiptId, kind: 'add' } as const;
      const counts = { ...zeroCounts, created: outcomes.length - failed, failed };
      yield* closeReceipt(engine, receipt, counts, request);
      return { results: outcomes.map(toResult), receipt: receipt.id };
    }),
);

function* addEach(
  engine: Engine,
  plants: (NewPlant | StoreError)[],
  metadata: ChangeMetadata,
): Steps<(StoredPlant | StoreError)[]> {
  const first = new Map<bigint, NewPlant>();
  for (const plant of plants)
    if (!(plant instanceof StoreError) && !first.has(plant.id)) first.set(plant.id, plant);
  const rows = [...first.values()].map(toValues);
  const added = yield* insertAll(engine, rows, metadata);
  const taken = rows.map(({ id }) => id).filter((id) => !added.has(id));
  const holders = yield* versionsOf(engine, taken);
  return plants.map((plant) => {
    if (plant instanceof StoreError) return plant;
    const { id } = plant;
    if (added.has(id) && first.get(id) === plant) return toStoredPlant(toValues(plant));
    return duplicateId(id, holders.get(id) ?? first.get(id));
  });
}

const toResult = (outcome: StoredPlant | StoreError): AddResult =>
  outcome instanceof StoreError
    ? { error: { error: errorNumbers[outcome.code], message: outcome.message } }
    : { plant: outcome };

const namedMax = 10;

function assertNoneRefused(outcomes: (StoredPlant | StoreError)[]) {
  const faults = outcomes.flatMap((error, index) => (error instanceof StoreError ? [{ error, index }] : []));
  const [first] = faults;
  if (!first) return;
  const named = faults.slice(0, namedMax).map(({ error, index }) => `plants[${index}]: ${error.message}`);
  const others = faults.length > namedMax ? `; and ${faults.length - namedMax} more` : '';
  throw new StoreError(
    first.error.code,
    `nothing was stored: ${faults.length} of ${countText(outcomes.length, 'plant')} cannot be added: ${named.join('; ')}${others}`,
    {
      problems: faults.flatMap(({ error, index }) =>
        error.problems.map(({ pointer, message }) => ({ pointer: `/plants/${index}${pointer}`, message })),
      ),
    },
  );
}
