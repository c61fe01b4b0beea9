import type SqliteConnection from 'better-sqlite3';
import type { Unit } from '../engine/unit.ts';
import { hasManyParts, joinWords, learnWords, wordsPiece } from './words.ts';

export type Learner = {
  /** Has it look for something to learn, where much was found that FTS5 does not know of. */
  look(): void;
  /** Learns a piece, if there is something to learn. It is called after each commit, and again while `isDue`. */
  learn(): void;
  isDue(): boolean;
};

/** After so many plants in a row that were learned, as an import brings them, the parts of the index are joined. */
const many = 50_000;

/**
 * Has FTS5 know of what is written: whenever so many rows have changed, after the answers to those who wait for them,
 * and in pieces between which everybody else has their turn. Where that fails, as in a store that can only be read, or
 * while another process writes, the next commit tries again; until then plants are found all the same, but it takes
 * longer.
 * @param commit commits a unit and gives what it gives
 */
export function createLearner(
  connection: SqliteConnection.Database,
  commit: (unit: Unit<boolean>) => boolean,
): Learner {
  const changes = connection.prepare<[], number>('SELECT total_changes()').pluck();
  // Another one after each commit of another connection: a thread's, another process's.
  const version = connection.prepare<[], number>('PRAGMA data_version').pluck();
  let learnedAt = changes.get() ?? 0;
  let learnedVersion = version.get();
  let pieces = 0;
  let isJoining = false;
  let isDue = false;

  function learn() {
    try {
      const isMore = commit(learnWords);
      learnedAt = changes.get() ?? 0;
      learnedVersion = version.get();
      pieces = isMore ? pieces + 1 : pieces;
      isDue = isMore || join();
    } catch {
      // Whoever writes next is told what is wrong.
      isDue = false;
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
    look: () => {
      isDue = true;
    },
    learn() {
      if (isDue || (changes.get() ?? 0) - learnedAt >= wordsPiece || version.get() !== learnedVersion)
        learn();
    },
    isDue: () => isDue,
  };
}
