import { foldedOf } from '@plant-store/schema/fold';
import { bulkMax, StoreError } from '@plant-store/schema/plain';
import type { Database } from '../database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Steps } from '../engine/unit.ts';
import type { OnProgress } from '../progress.ts';
import { namedUnit } from '../thread/named-unit.ts';
import type { Answer, Asked } from './asked.ts';
import { askedBy, type By, replayed, stepsOnce } from './once.ts';
import { isWanted, type PlantFilter } from './plant-finder.ts';
import { beginAction, closeReceipt, noneOf } from './receipts.ts';
import type { Making, Version } from './version.ts';
import { versionsOf } from './version-reads.ts';
import { buryAll, pieceMax, supersedeAll } from './version-writes.ts';

/** How many plants were changed, and the ids of those that were not there. */
export type Changed = { receipt: bigint; changed: number; missing: bigint[] };

/** Plants to be changed. */
export type Selection = {
  ids: bigint[];
  /** What found them: those that it does not find any more when they are written are left alone. */
  filter?: PlantFilter | undefined;
  /** How many they are known to be. */
  count?: number | undefined;
};

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
    change.ids.length <= pieceMax ? await db.transact(changeWork, change) : await db.work(changeWork, change);
  return replayed(by, answer);
}

/** @public a thread finds it by its name */
export const changeWork = namedUnit(import.meta.url, 'changeWork', (change: Change, { engine, onProgress }) =>
  changeSteps(change, engine, onProgress),
);

function* changeSteps(
  { ids: given, count, key, hash, ...change }: Change,
  engine: Engine,
  onProgress: OnProgress = () => undefined,
): Steps<Answer<Changed>> {
  const { kind, actorId, origin } = change;
  const asked = new Set(given);
  // In the order in which imports and undoings go as well: who writes the same plants then waits, and no two of them for
  // each other, which PostgreSQL ends by giving up one.
  const ids = BigInt64Array.from(asked).sort();
  return yield* stepsOnce(engine, { actorId, key, hash }, function* () {
    // Here, as a request that comes again finds another number, once it was done.
    assertCount(count, ids.length);
    const making = yield* beginAction(engine, { kind }, { actorId, origin });
    const missing = new Set<bigint>();
    let changed = 0;
    let lost = 0;
    for (let at = 0; at < ids.length; at += pieceMax) {
      const piece = [...ids.subarray(at, at + pieceMax)];
      const done = yield* changePiece(engine, piece, change, making);
      for (const id of done.missing) missing.add(id);
      changed += done.changed;
      lost += done.missing.length + done.otherwise;
      onProgress({ doing: 'changing', done: at + piece.length, total: ids.length, unit: 'rows' });
    }
    assertCount(count, ids.length - lost);
    const counts = { ...noneOf, [kind === 'edit' ? 'updated' : 'deleted']: changed };
    yield* closeReceipt(making.receiptId, { ...counts, skipped: ids.length - changed });
    const told = [...asked].filter((id) => missing.has(id)).slice(0, bulkMax);
    return { receipt: making.receiptId, changed, missing: told };
  });
}

function assertCount(known: number | undefined, found: number) {
  if (known === undefined || known === found) return;
  throw new StoreError(
    'preconditionFailed',
    `nothing was changed, as the filter finds ${found} plants by now, not ${known}; look at them again, and send the new count`,
  );
}

/** Those that were changed, that were not there, and that are no longer what the filter finds. */
type Piece = { changed: number; missing: bigint[]; otherwise: number };

function* changePiece(
  engine: Engine,
  ids: bigint[],
  { kind, tag, filter }: Pick<Change, 'kind' | 'tag' | 'filter'>,
  making: Making,
): Steps<Piece> {
  const all: Piece = { changed: 0, missing: [], otherwise: 0 };
  for (let rest = ids; ; ) {
    const versions = yield* versionsOf(engine, rest);
    all.missing.push(...rest.filter((id) => !versions.has(id)));
    const found = filter ? [...versions.values()].filter(stillIn(filter)) : [...versions.values()];
    all.otherwise += versions.size - found.length;
    const olds = found.filter((old) => kind === 'delete' || old.tag !== tag);
    const pairs = olds.map((old) => ({ old, name: old.name, tag }));
    const done = yield* kind === 'delete'
      ? buryAll(engine, olds, making)
      : supersedeAll(engine, pairs, making);
    all.changed += done.size;
    // Somebody else has changed these since they were looked at: they may still be what is asked for.
    rest = olds.map(({ id }) => id).filter((id) => !done.has(id));
    if (rest.length === 0) return all;
  }
}

const stillIn = (filter: PlantFilter) => (version: Version) =>
  isWanted(filter, { ...version, folded: foldedOf(version) });
