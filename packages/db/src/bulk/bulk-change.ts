import { type Engine, type Steps, unitOfWork } from '@plant-store/engine';
import { foldedOf } from '@plant-store/schema/fold';
import { bulkMax, StoreError } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator, IdempotentRequest } from '../handle/idempotent-request.ts';
import type { ParsedFilter } from '../handle/plant-search.ts';
import { reportReplay, requestOf, withIdempotency } from '../idempotency/idempotency.ts';
import type { ChangeMetadata, Version } from '../plants/version.ts';
import { versionsOf } from '../plants/version-reads.ts';
import { batchMax, moveAllToTrash, replaceVersions } from '../plants/version-writes.ts';
import { matchesFilter } from '../search/plant-filter.ts';
import { beginAction, closeReceipt, zeroCounts } from './receipts.ts';

export type ChangeResult = { receipt: bigint; changed: number; missing: bigint[] };

export type Selection = {
  ids: bigint[];
  /** The filter that found the plants; a plant that no longer matches is not changed. */
  filter?: ParsedFilter | undefined;
  count?: number | undefined;
};

/** @throws StoreError `preconditionFailed` when the selection has another number of plants than the caller expects */
export const setTag = (
  db: Database,
  selection: Selection,
  tag: string | null,
  by: IdempotentInitiator = {},
): Promise<ChangeResult> => changeMany(db, { kind: 'edit', ...selection, tag, ...requestOf(by) }, by);

/** @throws StoreError `preconditionFailed`, as `setTag` */
export const remove = (
  db: Database,
  selection: Selection,
  by: IdempotentInitiator = {},
): Promise<ChangeResult> => changeMany(db, { kind: 'delete', ...selection, tag: null, ...requestOf(by) }, by);

type Change = IdempotentRequest & Selection & { kind: 'edit' | 'delete'; tag: string | null };

async function changeMany(db: Database, change: Change, by: IdempotentInitiator): Promise<ChangeResult> {
  const answer =
    change.ids.length <= batchMax
      ? await db.transact(changeUnit, change)
      : await db.transact(changeUnit, change, { long: true });
  return reportReplay(by, answer);
}

/** @public the threads import it by name */
export const changeUnit = unitOfWork(
  import.meta.url,
  'changeUnit',
  ({ ids: requestedIds, count, key, hash, ...change }: Change, { engine, onProgress }) => {
    const { kind, actorId, source } = change;
    const requested = new Set(requestedIds);
    // Imports and undos use the same order, so PostgreSQL has no deadlock between them.
    const ids = BigInt64Array.from(requested).sort();
    const by = { actorId, source };
    return withIdempotency(engine, { actorId, key, hash }, function* () {
      // A replay gets its answer before this check, as the first request has changed the number of plants.
      assertCount(count, ids.length);
      const metadata = yield* beginAction(engine, { kind }, by);
      const missing = new Set<bigint>();
      let changed = 0;
      let lost = 0;
      for (let at = 0; at < ids.length; at += batchMax) {
        const batch = [...ids.subarray(at, at + batchMax)];
        const done = yield* changeBatch(engine, batch, change, metadata);
        for (const id of done.missing) missing.add(id);
        changed += done.changed;
        lost += done.missing.length + done.unmatched;
        onProgress({ doing: 'changing', done: at + batch.length, total: ids.length, unit: 'rows' });
      }
      assertCount(count, ids.length - lost);
      const counts = { ...zeroCounts, [kind === 'edit' ? 'updated' : 'deleted']: changed };
      const receipt = metadata.receiptId;
      yield* closeReceipt(engine, { id: receipt, kind }, { ...counts, skipped: ids.length - changed }, by);
      const reported = [...requested].filter((id) => missing.has(id)).slice(0, bulkMax);
      return { receipt, changed, missing: reported };
    });
  },
);

function assertCount(known: number | undefined, found: number) {
  if (known === undefined || known === found) return;
  throw new StoreError(
    'preconditionFailed',
    `nothing was changed: the filter now finds ${found} plants, not ${known}; check them, and send the new count`,
  );
}

type BatchResult = { changed: number; missing: bigint[]; unmatched: number };

function* changeBatch(
  engine: Engine,
  ids: bigint[],
  { kind, tag, filter }: Pick<Change, 'kind' | 'tag' | 'filter'>,
  metadata: ChangeMetadata,
): Steps<BatchResult> {
  const all: BatchResult = { changed: 0, missing: [], unmatched: 0 };
  for (let rest = ids; ; ) {
    const versions = yield* versionsOf(engine, rest);
    all.missing.push(...rest.filter((id) => !versions.has(id)));
    const found = filter ? [...versions.values()].filter(stillMatches(filter)) : [...versions.values()];
    all.unmatched += versions.size - found.length;
    const olds = found.filter((old) => kind === 'delete' || old.tag !== tag);
    const pairs = olds.map((old) => ({ old, to: { ...old, tag } }));
    const done = yield* kind === 'delete'
      ? moveAllToTrash(engine, olds, metadata)
      : replaceVersions(engine, pairs, metadata);
    all.changed += done.size;
    // Another writer has changed these plants; they may still match.
    rest = olds.map(({ id }) => id).filter((id) => !done.has(id));
    if (rest.length === 0) return all;
  }
}

const stillMatches = (filter: ParsedFilter) => (version: Version) =>
  matchesFilter(filter, { ...version, folded: foldedOf(version) });
