import type SqliteConnection from 'better-sqlite3';
import type { Unit } from '../engine/unit.ts';
import type { Batches } from '../sqlite/batch.ts';
import type { Writer } from '../sqlite/writer.ts';
import { hasManyParts, joinWords, learnWords, wordsPiece } from './words.ts';

export type Learner = {
  /** Has it look for something to learn, where much was found that FTS5 does not know of. */
  look(): void;
  close(): void;
};

/** After so many plants in a row that were learned, as an import brings them, the parts of the index are joined. */
const many = 50_000;

/**
 * Has FTS5 know of what is written: whenever so many rows have changed, after the answers to those who wait for them,
 * and in pieces between which everybody else has their turn. Where that fails, as in a store that can only be read, or
 * while another process writes, the next commit tries again; until then plants are found all the same, but it takes
 * longer.
 */
export function createLearner(
  { onCommit }: Pick<Writer, 'onCommit'>,
  batches: Batches,
  connection: SqliteConnection.Database,
): Learner {
  const changes = connection.prepare<[], number>('SELECT total_changes()').pluck();
  // Another one after each commit of another connection: a thread's, another process's.
  const version = connection.prepare<[], number>('PRAGMA data_version').pluck();
  let learnedAt = changes.get() ?? 0;
  let learnedVersion = version.get();
  let pieces = 0;
  let isJoining = false;
  let isScheduled = false;
  let isClosed = false;

  function schedule() {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    setImmediate(learn);
  }

  function learn() {
    isScheduled = false;
    if (isClosed) return;
    try {
      const isMore = done(learnWords);
      learnedAt = changes.get() ?? 0;
      learnedVersion = version.get();
      pieces = isMore ? pieces + 1 : pieces;
      if (isMore || join()) schedule();
    } catch {
      // Whoever writes next is told what is wrong.
    }
  }

  /** When all is learned. Gives whether there is more to join. */
  function join(): boolean {
    const isDue = isJoining || (pieces * wordsPiece >= many && done(hasManyParts));
    isJoining = isDue && done(() => joinWords(isJoining));
    pieces = 0;
    return isJoining;
  }

  const done = (unit: Unit<boolean>): boolean => {
    const [outcome] = batches.commit([unit]);
    return outcome !== undefined && 'result' in outcome && outcome.result === true;
  };

  onCommit(() => {
    if ((changes.get() ?? 0) - learnedAt >= wordsPiece || version.get() !== learnedVersion) schedule();
  });
  return {
    look: schedule,
    close: () => {
      isClosed = true;
    },
  };
}
