import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../core/start-error.ts';
import { acquireLock, lockHolder } from '../files/process-lock.ts';
import { startErrorOf } from '../files/start-errors.ts';
import { preparePlace } from './file/store-place.ts';
import { removeStagingFiles } from './import-file.ts';

/** The time to wait for a server that is ending. */
const waitTimeoutMs = 3_000;
const pauseMs = 100;

/** Reserves the store in the file at `link`, or at the target of the link; see `reserveStore`. */
export async function reserveSqliteFile(link: string): Promise<void> {
  const path = placeOf(link);
  const lockPath = `${path}-server`;
  const deadline = performance.now() + waitTimeoutMs;
  for (; ; await wait(pauseMs)) {
    const release = lock(lockPath);
    if (release) {
      // The lock file is removed when the process ends, also after a failed start.
      process.once('exit', release);
      return removeStagingFiles(path);
    }
    if (performance.now() > deadline) throw isServed(path, lockHolder(lockPath));
  }
}

function placeOf(link: string): string {
  try {
    return preparePlace(link);
  } catch (cause) {
    throw startErrorOf(cause, link);
  }
}

function lock(path: string) {
  try {
    return acquireLock(path, 0);
  } catch (cause) {
    throw startErrorOf(cause, path);
  }
}

const isServed = (path: string, pid?: number) =>
  new StartError(
    `DATABASE_URL: ${pid ? `process ${pid}` : 'another process'} already serves ${path}, and an SQLite file can have only one server; stop that server, or move the store to PostgreSQL, which supports several (docs/moving-to-postgresql.md).`,
  );
