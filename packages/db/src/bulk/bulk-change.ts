import { foldedOf } from '@plant-store/schema/fold';
import { bulkMax, StoreError } from '@plant-store/schema/plain';
import { namedUnit } from '../core/named-unit.ts';
import type { OnProgress } from '../core/progress.ts';
import type { Engine, Steps } from '../core/sql.ts';
import type { Database } from '../database/database.ts';
import type { Answer, Asked } from '../database/idempotent-request.ts';
import type { PlantFilter } from '../database/plant-search.ts';
import { askedBy, type By, replayed, stepsOnce } from '../idempotency/idempotency.ts';
import type { Making, Version } from '../plants/version.ts';
import { versionsOf } from '../plants/version-reads.ts';
import { buryAll, pieceMax, supersedeAll } from '../plants/version-writes.ts';
import { isWanted } from '../search/plant-filter.ts';
import { beginAction, closeReceipt, noneOf } from './receipts.ts';

/** The number of changed plants, and the ids of missing ones. */
export type Changed = { receipt: bigint; changed: number; missing: bigint[] };

export type Selection = {
  ids: bigint[];
  /** The filter that found them; plants that it does not match any more are left alone. */
  filter?: PlantFilter | undefined;
  count?: number | undefined;
};

/**
 * Sets or removes the tag of many plants in one transaction.
 * @throws StoreError `preconditionFailed` when the selection has another number of plants than the caller knows
 */
export const setTag = (
  db: Database,
  selection: Selection,
  tag: string | null,
  by: By = {},
): Promise<Changed> => changeMany(db, { kind: 'edit', ...selection, tag, ...askedBy(by) }, by);

/** Moves many plants to the trash in one transaction. @throws StoreError `preconditionFailed`, as `setTag` */
export const remove = (db: Database, selection: Selection, by: By = {}): Promise<Changed> =>
  changeMany(db, { kind: 'delete', ...selection, tag: null, ...askedBy(by) }, by);

type Change = Asked & Selection & { kind: 'edit' | 'delete'; tag: string | null };

/** Few plants are changed in a short unit, many in long work. */
async function changeMany(db: Database, change: Change, by: By): Promise<Changed> {
  const answer =
    change.ids.length <= pieceMax ? await db.transact(changeWork, change) : await db.work(changeWork, change);
  return replayed(by, answer);
}

/** @public a thread imports it by name */
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
  // In the order of imports and undos, so that PostgreSQL finds no deadlock between them.
  const ids = BigInt64Array.from(asked).sort();
  return yield* stepsOnce(engine, { actorId, key, hash }, function* () {
    // A repeated request is answered before this, as the number has changed.
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

/** The changed and missing plants, and those that the filter does not match any more. */
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
    const pairs = olds.map((old) => ({ old, to: { ...old, tag } }));
    const done = yield* kind === 'delete'
      ? buryAll(engine, olds, making)
      : supersedeAll(engine, pairs, making);
    all.changed += done.size;
    // Somebody else has changed these meanwhile; they may still match.
    rest = olds.map(({ id }) => id).filter((id) => !done.has(id));
    if (rest.length === 0) return all;
  }
}

const stillIn = (filter: PlantFilter) => (version: Version) =>
  isWanted(filter, { ...version, folded: foldedOf(version) });
