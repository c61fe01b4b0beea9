import type { Told } from './import-request.ts';

/** How far an import is, from 0 to 1, how fast, and how long it will still take. */
export type Pace = { done: number; rowsPerSecond: number | undefined; secondsLeft: number | undefined };

/** Reading a file takes about as long as storing what is in it. */
const readingShare = 0.5;
/** Before this much is known, what is left would be a guess. */
const knownAfterSeconds = 1.5;

/**
 * What has been told, as a pace.
 * @param rows how many rows the file has, as far as a check has counted them
 */
export function paceOf({ sent, told }: Told, rows: number | undefined, seconds: number): Pace {
  const stored = told?.phase === 'storing' ? told.rows : 0;
  const total = told?.total ?? rows;
  const storedShare = total ? Math.min(1, stored / total) : 0;
  const done = sent * readingShare + storedShare * (1 - readingShare);
  if (seconds < knownAfterSeconds || done === 0)
    return { done, rowsPerSecond: undefined, secondsLeft: undefined };
  const handled = stored > 0 ? stored : told?.phase === 'reading' ? told.rows : (rows ?? 0) * sent;
  return {
    done,
    rowsPerSecond: handled > 0 ? Math.round(handled / seconds) : undefined,
    secondsLeft: Math.ceil((seconds / done) * (1 - done)),
  };
}
