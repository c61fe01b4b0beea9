import { existsSync, statfsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { StoreError } from '@plant-store/schema/plain';
import { unavailable } from '../engine/unavailable.ts';
import { kindOf } from './fault.ts';

/** With less than this the next plants may find no room. */
const neededBytes = 1024 * 1024;

/** Whether the disk that holds `folder` seems to be about full; some of what is said to be taken may be kept for root. */
export function seemsFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < neededBytes;
}

/** Where SQLite sorts what does not fit into memory: one of these that is there (sqlite.org/tempfiles.html, section 5). */
const temporaryFolders = () => [tmpdir(), '/var/tmp'].filter((folder) => existsSync(folder));

/**
 * That it may be the disk for temporary files that is full, where there is one beside that of the database at `path`.
 * When it is known, what SQLite had written is gone from either: only of one that is still full it is said alone.
 */
export function temporaryFullOf(
  cause: unknown,
  path: string,
  folders = temporaryFolders(),
): StoreError | undefined {
  if (kindOf(cause) !== 'full' || seemsFull(dirname(path))) return undefined;
  const disk = statSync(dirname(path)).dev;
  if (folders.every((folder) => statSync(folder).dev === disk)) return undefined;
  return unavailable(
    `${folders.some(seemsFull) ? 'the disk for temporary files is full' : 'the disk of the database or that for temporary files is full'}; nothing was stored, free some space there or name another folder for temporary files in TMPDIR, then try again`,
    cause,
  );
}

/**
 * Takes the space that the next writes may need, and gives it back. A small write can succeed on a full disk, in what
 * a failed one has left.
 * @throws StoreError when there is not enough.
 */
export async function assertSpace(path: string): Promise<void> {
  const file = `${path}-space`;
  try {
    await writeFile(file, Buffer.alloc(neededBytes), { mode: 0o600, flush: true });
  } catch (cause) {
    // What else can go wrong here need not be wrong with the database.
    if (kindOf(cause) === 'full')
      throw unavailable('the disk of the database is full; free some space, then try again', cause);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
