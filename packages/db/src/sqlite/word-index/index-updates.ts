import type SqliteConnection from 'better-sqlite3';
import type { Unit } from '../../core/sql.ts';
import { hasManySegments, indexBatch, indexChangedPlants, mergeSegments } from './word-index.ts';

/** After so many plants in a row that were learned, as an import brings them, the parts of the index are joined. */
const mergeAfterPlants = 50_000;

/**
 * Keeps FTS5 up to date: after so many changed rows, behind the answers, in pieces between which others write. If that
 * fails (a read-only store, another process that writes) the next commit tries again; searches are correct meanwhile,
 * but slower.
 * @param commit commits a unit
 */
export function createIndexUpdater(
  connection: SqliteConnection.Database,
  commit: (unit: Unit<boolean>) => boolean,
) {
  const changes = connection.prepare<[], number>('SELECT total_changes()').pluck();
  // Another one after each commit of another connection: a thread's, another process's.
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

  /** When all is learned. Gives whether there is more to join. */
  function merge(): boolean {
    const isMergeDue = isMerging || (batches * indexBatch >= mergeAfterPlants && commit(hasManySegments));
    isMerging = isMergeDue && commit(() => mergeSegments(isMerging));
    batches = 0;
    return isMerging;
  }

  return {
    /** Lets it look for something to learn: a search found much that FTS5 does not know. */
    request: () => {
      isDue = true;
    },
    /** Learns a piece if one is due: after each commit, and while `isDue`. @returns whether more is to be learned */
    update: () =>
      (isDue || (changes.get() ?? 0) - updatedAtChange >= indexBatch || version.get() !== updatedAtVersion) &&
      update(),
    isDue: () => isDue,
  };
}
