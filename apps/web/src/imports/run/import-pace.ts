import { texts } from '../texts.tsx';
import type { Run } from './use-run.ts';

/** The state of an import: its progress from 0 to 1, its speed, and the time left. */
export type Pace = {
  done: number;
  rowsPerSecond?: number;
  /** Present while the number of rows is unknown. */
  bytesPerSecond?: number;
  secondsLeft?: number;
};

/** The share of reading in an import: it lasts about as long as storing the rows. */
const readingShare = 0.5;
/** Before this time, an estimate of the time left is too inexact to show. */
const knownAfterSeconds = 1.5;

export function paceOf(
  { progress: { sent, reported }, rows, bytes }: Omit<Run, 'begunAt' | 'isDryRun'>,
  seconds: number,
): Pace {
  const stored = reported?.phase === 'storing' ? reported.rows : 0;
  const total = reported?.total ?? rows;
  const storedShare = total ? Math.min(1, stored / total) : 0;
  const done = sent * readingShare + storedShare * (1 - readingShare);
  if (seconds < knownAfterSeconds || done === 0) return { done };
  const read = reported?.phase === 'reading' ? reported.rows : (rows ?? 0) * sent;
  const handled = stored > 0 ? stored : read;
  return {
    done,
    ...(handled > 0
      ? { rowsPerSecond: Math.round(handled / seconds) }
      : { bytesPerSecond: Math.round((bytes * sent) / seconds) }),
    secondsLeft: Math.ceil((seconds / done) * (1 - done)),
  };
}

export const paceText = ({ rowsPerSecond, bytesPerSecond, secondsLeft }: Pace): string =>
  [
    rowsPerSecond !== undefined && texts.run.rowsPerSecond(rowsPerSecond),
    bytesPerSecond !== undefined && texts.run.bytesPerSecond(bytesPerSecond),
    secondsLeft !== undefined && texts.run.left(secondsLeft),
  ]
    .filter(Boolean)
    .join(', ');
