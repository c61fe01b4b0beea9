import type SqliteConnection from 'better-sqlite3';
import type { Unit } from '../../core/sql.ts';
import { hasManyParts, joinWords, learnWords, wordsPiece } from './word-index.ts';

/** After so many plants in a row that were learned, as an import brings them, the parts of the index are joined. */
const many = 50_000;

/**
 * Keeps FTS5 up to date: after so many changed rows, behind the answers, in pieces between which others write. If that
 * fails (a read-only store, another process that writes) the next commit tries again; searches are correct meanwhile,
 * but slower.
 * @param commit commits a unit
 */
export function createLearner(
  connection: SqliteConnection.Database,
  commit: (unit: Unit<boolean>) => boolean,
) {
  const changes = connection.prepare<[], number>('SELECT total_changes()').pluck();
  // Another one after each commit of another connection: a thread's, another process's.
  const version = connection.prepare<[], number>('PRAGMA data_version').pluck();
  let learnedAt = changes.get() ?? 0;
  let learnedVersion = version.get();
  let pieces = 0;
  let isJoining = false;
  let isDue = false;

  function learn(): boolean {
    try {
      const isMore = commit(learnWords);
      learnedAt = changes.get() ?? 0;
      learnedVersion = version.get();
      pieces = isMore ? pieces + 1 : pieces;
      isDue = isMore || join();
      return isMore;
    } catch {
      // The next write reports the fault.
      isDue = false;
      return false;
    }
  }

  /** When all is learned. Gives whether there is more to join. */
  function join(): boolean {
    const isJoinDue = isJoining || (pieces * wordsPiece >= many && commit(hasManyParts));
    isJoining = isJoinDue && commit(() => joinWords(isJoining));
    pieces = 0;
    return isJoining;
  }

  return {
    /** Lets it look for something to learn: a search found much that FTS5 does not know. */
    look: () => {
      isDue = true;
    },
    /** Learns a piece if one is due: after each commit, and while `isDue`. @returns whether more is to be learned */
    learn: () =>
      (isDue || (changes.get() ?? 0) - learnedAt >= wordsPiece || version.get() !== learnedVersion) &&
      learn(),
    isDue: () => isDue,
  };
}
