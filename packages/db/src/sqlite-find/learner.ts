import type SqliteConnection from 'better-sqlite3';
import type { Batches } from '../sqlite/batch.ts';
import type { Writer } from '../sqlite/writer.ts';
import { learnWords, wordsPiece } from './words.ts';

export type Learner = {
  /** Has it look for something to learn, where much was found that FTS5 does not know of. */
  look(): void;
  close(): void;
};

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
      const [outcome] = batches.commit([learnWords]);
      learnedAt = changes.get() ?? 0;
      learnedVersion = version.get();
      if (outcome && 'result' in outcome && outcome.result === true) schedule();
    } catch {
      // Whoever writes next is told what is wrong.
    }
  }

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
