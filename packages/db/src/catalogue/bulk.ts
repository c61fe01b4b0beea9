import { type ErrorBody, errorTable, type NewPlant, type StoredPlant, StoreError } from '@plant-store/schema';
import type { Database } from '../database.ts';
import type { Engine } from '../engine/engine.ts';
import { now } from '../engine/stamp.ts';
import type { Steps } from '../engine/unit.ts';
import type { OnProgress } from '../progress.ts';
import { longWork } from '../thread/long-work.ts';
import type { Answer, Asked } from './asked.ts';
import type { By } from './once.ts';
import { askedBy, once, replayed, stepsOnce } from './once.ts';
import { closeReceipt, openReceipt, type ReceiptKind } from './receipts.ts';
import { idTaken } from './refusals.ts';
import { type Making, present } from './version.ts';
import { buryAll, insertAll, pieceMax, supersedeAll, versionsOf } from './version-writes.ts';

/** What became of one plant of many: it was added, or why it was not. */
export type Added = { plant: StoredPlant } | { error: ErrorBody };
/** How many plants were changed, and the ids of those that were not there. */
export type Changed = { receipt: bigint; changed: number; missing: bigint[] };

/**
 * Adds many plants in one go, up to `pieceMax`; one that is not acceptable comes as the error that says why.
 * @param isPartial whether those that can be added are added where others cannot be
 * @returns what became of each, in order, and the receipt
 * @throws StoreError with the problems of all that cannot be added, unless `isPartial`; nothing is stored
 */
export const add = (
  db: Database,
  plants: (NewPlant | StoreError)[],
  { isPartial }: { isPartial: boolean },
  by: By = {},
): Promise<{ results: Added[]; receipt: bigint }> =>
  db.transact(
    once(db, by, function* () {
      const making = yield* begin(db.engine, 'add', by);
      const outcomes = yield* addEach(db, plants, making);
      if (!isPartial) refuseAny(outcomes);
      const failed = outcomes.filter((outcome) => outcome instanceof StoreError).length;
      yield* closeReceipt(making.receiptId, { ...none, created: outcomes.length - failed, failed });
      return { results: outcomes.map(toAdded), receipt: making.receiptId };
    }),
  );

function* addEach(
  db: Database,
  plants: (NewPlant | StoreError)[],
  making: Making,
): Steps<(StoredPlant | StoreError)[]> {
  const first = new Map<bigint, NewPlant>();
  for (const plant of plants)
    if (!(plant instanceof StoreError) && !first.has(plant.id)) first.set(plant.id, plant);
  const rows = [...first.values()].map(({ id, name, tag = null }) => ({ id, name, tag }));
  const added = yield* insertAll(db.engine, rows, making);
  const taken = rows.map(({ id }) => id).filter((id) => !added.has(id));
  const holders = yield* versionsOf(db.engine, taken);
  return plants.map((plant) => {
    if (plant instanceof StoreError) return plant;
    const { id, name, tag = null } = plant;
    if (added.has(id) && first.get(id) === plant) return present({ id, name, tag });
    return idTaken(id, holders.get(id) ?? first.get(id));
  });
}

const toAdded = (outcome: StoredPlant | StoreError): Added =>
  outcome instanceof StoreError
    ? { error: { error: errorTable[outcome.code].error, message: outcome.message } }
    : { plant: outcome };

/** How many of the plants at fault a message names. */
const namedMax = 10;

/** @throws StoreError when any of them is an error: its code is that of the first one */
function refuseAny(outcomes: (StoredPlant | StoreError)[]) {
  const faults = outcomes.flatMap((error, index) => (error instanceof StoreError ? [{ error, index }] : []));
  const [first] = faults;
  if (!first) return;
  const named = faults.slice(0, namedMax).map(({ error, index }) => `plants[${index}]: ${error.message}`);
  const others = faults.length > namedMax ? `; and ${faults.length - namedMax} more` : '';
  throw new StoreError(
    first.error.code,
    `nothing was stored, as ${faults.length} of ${outcomes.length} plants cannot be added: ${named.join('; ')}${others}`,
    {
      problems: faults.flatMap(({ error, index }) =>
        error.problems.map(({ pointer, message }) => ({ pointer: `/plants/${index}${pointer}`, message })),
      ),
    },
  );
}

/** Plants to be changed, and how many they are known to be. */
export type Selection = { ids: bigint[]; count?: number | undefined };

/**
 * Gives many plants a tag, or takes theirs away, all in one go. Those that have it already are left as they are.
 * @throws StoreError `preconditionFailed` when there are more or less than they are known to be
 */
export const setTag = (
  db: Database,
  selection: Selection,
  tag: string | null,
  by: By = {},
): Promise<Changed> => changeMany(db, { kind: 'edit', ...selection, tag, ...askedBy(by) }, by);

/** Moves many plants to the trash, all in one go. @throws StoreError `preconditionFailed`, as `setTag` does */
export const remove = (db: Database, selection: Selection, by: By = {}): Promise<Changed> =>
  changeMany(db, { kind: 'delete', ...selection, tag: null, ...askedBy(by) }, by);

type Change = Asked & Selection & { kind: 'edit' | 'delete'; tag: string | null };

/** A few plants are changed in a moment; for many, the store is to do other things meanwhile. */
async function changeMany(db: Database, change: Change, by: By): Promise<Changed> {
  const answer =
    change.ids.length <= pieceMax
      ? await db.transact(() => changeSteps(change, db.engine))
      : await db.work(changeWork, change);
  return replayed(by, answer);
}

/** The same as long work. @public a thread finds it by its name */
export const changeWork = longWork(import.meta.url, 'changeWork', (change: Change, { engine, onProgress }) =>
  changeSteps(change, engine, onProgress),
);

function* changeSteps(
  { kind, ids: given, count, tag, ...asked }: Change,
  engine: Engine,
  onProgress: OnProgress = () => undefined,
): Steps<Answer<Changed>> {
  const ids = [...new Set(given)];
  return yield* stepsOnce(engine, asked, function* () {
    // Here, as a request that comes again finds another number, once it was done.
    if (count !== undefined && count !== ids.length) throw anotherCount(count, ids.length);
    const making = yield* begin(engine, kind, asked);
    const missing: bigint[] = [];
    let changed = 0;
    for (let at = 0; at < ids.length; at += pieceMax) {
      const piece = ids.slice(at, at + pieceMax);
      const done = yield* changePiece(engine, piece, { kind, tag }, making);
      missing.push(...done.missing);
      changed += done.changed;
      onProgress({ doing: 'changing', done: at + piece.length, total: ids.length, unit: 'rows' });
    }
    const counts = { ...none, [kind === 'edit' ? 'updated' : 'deleted']: changed };
    yield* closeReceipt(making.receiptId, { ...counts, skipped: ids.length - changed });
    return { receipt: making.receiptId, changed, missing: missing.slice(0, missingMax) };
  });
}

const anotherCount = (known: number, found: number) =>
  new StoreError(
    'preconditionFailed',
    `nothing was changed, as the filter finds ${found} plants by now, not ${known}; look at them again, and send the new count`,
  );

/** How many of the plants that were not there are told. */
const missingMax = 1_000;

function* changePiece(
  engine: Engine,
  ids: bigint[],
  { kind, tag }: Pick<Change, 'kind' | 'tag'>,
  making: Making,
): Steps<{ changed: number; missing: bigint[] }> {
  const missing: bigint[] = [];
  let changed = 0;
  for (let rest = ids; ; ) {
    const versions = yield* versionsOf(engine, rest);
    missing.push(...rest.filter((id) => !versions.has(id)));
    const olds = [...versions.values()].filter((old) => kind === 'delete' || old.tag !== tag);
    const pairs = olds.map((old) => ({ old, name: old.name, tag }));
    const done = yield* kind === 'delete'
      ? buryAll(engine, olds, making)
      : supersedeAll(engine, pairs, making);
    changed += done.size;
    // Somebody else has changed these since they were looked at, which is no reason to pass over them.
    rest = olds.map(({ id }) => id).filter((id) => !done.has(id));
    if (rest.length === 0) return { changed, missing };
  }
}

const none = { created: 0, updated: 0, deleted: 0, skipped: 0, failed: 0 };

function* begin(
  engine: Engine,
  kind: ReceiptKind,
  { actorId }: Asked,
): Steps<Making & { receiptId: bigint }> {
  const time = yield* now(engine);
  return { time, actorId, receiptId: yield* openReceipt({ kind }, { time, actorId }) };
}
