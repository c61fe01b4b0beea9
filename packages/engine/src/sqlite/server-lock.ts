import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../core/start-error.ts';
import { inodeOf } from '../files/file-identity.ts';
import { acquireInodeLock, inodeLockHolder } from '../files/inode-lock.ts';
import { acquireLock, lockHolder } from '../files/process-lock.ts';
import { startErrorOf } from '../files/start-errors.ts';
import { preparePlace } from './file/store-place.ts';
import type { FileParts } from './file/usable-file.ts';
import { removeStagingFiles } from './staged-work.ts';

const waitTimeoutMs = 3_000;
const pauseMs = 100;

/** A reserved store. A new store has no file until it is opened, so `renew` reserves its file after that. */
export type Reservation = { renew(): Promise<void>; release(): void };

/** Reserves the store in the file at `link`, or at the target of the link; see `reserveStore`. */
export async function reserveSqliteFile(link: string, { stagingWord }: FileParts): Promise<Reservation> {
  const path = explained(link, () => preparePlace(link));
  const lockPath = `${path}-server`;
  const deadline = performance.now() + waitTimeoutMs;
  const releaseName = await until(deadline, () => explained(lockPath, () => acquireLock(lockPath, 0)));
  if (!releaseName) throw isServed(path, lockHolder(lockPath));
  let held: { file: bigint | undefined; release(): void } | undefined;
  function release() {
    process.off('exit', release);
    held?.release();
    releaseName?.();
  }
  // The lock file is removed when the process ends, also after a failed start.
  process.once('exit', release);

  /** The lock file may be deleted, and other names of the file have other lock files. */
  async function renew() {
    const file = inodeOf(path);
    if (held?.file === file) return;
    const releaseFile = await until(deadline, () => acquireInodeLock(path));
    if (!releaseFile) throw isServed(path, await inodeLockHolder(path));
    held?.release();
    held = { file, release: releaseFile };
  }

  try {
    await renew();
    removeStagingFiles(path, stagingWord);
  } catch (cause) {
    release();
    throw startErrorOf(cause, path);
  }
  return { renew, release };
}

async function until<T>(
  deadline: number,
  work: () => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const found = await work();
    if (found !== undefined || performance.now() > deadline) return found;
    await wait(pauseMs);
  }
}

function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw startErrorOf(cause, path);
  }
}

const isServed = (path: string, pid?: number) =>
  new StartError(
    `DATABASE_URL: ${pid ? `process ${pid}` : 'another process'} already serves ${path}, and an SQLite file can have only one server; stop that server, or move the store to PostgreSQL, which supports several (docs/moving-to-postgresql.md).`,
  );
