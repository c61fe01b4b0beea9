import type { Unit } from '@plant-store/engine';
import type { BackgroundWork } from '@plant-store/engine/sqlite/file';
import type SqliteConnection from 'better-sqlite3';
import { hasManySegments, indexBatch, indexChangedPlants, mergeSegments } from './word-index.ts';

/** The number of successive plants, such as an import, after which the segments are merged. */
const mergeAfterPlants = 50_000;

/**
 * Updates FTS5 after the answers, in batches. An update fails in a read-only store, or beside a write of another
 * process; the next commit tries again. Until then searches are correct, but slower.
 */
export function createIndexUpdater(
  connection: SqliteConnection.Database,
  commit: (unit: Unit<boolean>) => boolean,
): BackgroundWork {
  const changes = connection.prepare<[], number>('SELECT total_changes()').pluck();
  // This number changes with each commit of another connection, in a thread or another process.
  const version = connection.prepare<[], number>('PRAGMA data_version').pluck();
  let updatedAtChange = changes.get() ?? 0;
  let updatedAtVersion = version.get();
  let batches = 0;
  let isMerging = false;
  let isDue = false;

  const isNeeded = () =>
    isDue || (changes.get() ?? 0) - updatedAtChange >= indexBatch || version.get() !== updatedAtVersion;

  function update(): boolean {
    try {
      if (!isNeeded()) return false;
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

  function merge(): boolean {
    const isMergeDue = isMerging || (batches * indexBatch >= mergeAfterPlants && commit(hasManySegments));
    isMerging = isMergeDue && commit(() => mergeSegments(isMerging));
    batches = 0;
    return isMerging;
  }

  return {
    // Asked for by a search that found many plants missing in FTS5.
    request: () => {
      isDue = true;
    },
    update,
    isDue: () => isDue,
  };
}
