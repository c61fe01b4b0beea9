import type SqliteConnection from 'better-sqlite3';
import type { Unit } from '../../core/sql.ts';
import { hasManySegments, indexBatch, indexChangedPlants, mergeSegments } from './word-index.ts';

/** The segments are merged after so many plants in a row, as an import adds them. */
const mergeAfterPlants = 50_000;

/**
 * Keeps FTS5 up to date after so many changed rows, after the answers, in batches between which others write. If an
 * update fails (a read-only store, a write of another process), the next commit tries again; searches stay correct, but
 * are slower.
 * @param commit commits a unit
 */
export function createIndexUpdater(
  connection: SqliteConnection.Database,
  commit: (unit: Unit<boolean>) => boolean,
) {
  const changes = connection.prepare<[], number>('SELECT total_changes()').pluck();
  // It changes with each commit of another connection, in a thread or another process.
  const version = connection.prepare<[], number>('PRAGMA data_version').pluck();
  let updatedAtChange = changes.get() ?? 0;
  let updatedAtVersion = version.get();
  let batches = 0;
  let isMerging = false;
  let isDue = false;

  function update(): boolean {
    try {
      const isMore = commit(indexChangedPlants);
      updatedAtChange = changes.get() ?? 0;
      updatedAtVersion = version.get();
      batches = isMore ? batches + 1 : batches;
      isDue = isMore || merge();
      return isMore;
    } catch {
      // The next write reports the fault.
      isDue = false;
      return false;
    }
  }

  /** Merges segments once all plants are indexed. @returns whether there is more to merge */
  function merge(): boolean {
    const isMergeDue = isMerging || (batches * indexBatch >= mergeAfterPlants && commit(hasManySegments));
    isMerging = isMergeDue && commit(() => mergeSegments(isMerging));
    batches = 0;
    return isMerging;
  }

  return {
    /** Requests an update, as a search found many plants that FTS5 lacks. */
    request: () => {
      isDue = true;
    },
    /** Indexes a batch if one is due: after each commit, and while `isDue`. @returns whether there is more */
    update: () =>
      (isDue || (changes.get() ?? 0) - updatedAtChange >= indexBatch || version.get() !== updatedAtVersion) &&
      update(),
    isDue: () => isDue,
  };
}
