import { existsSync, statfsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { StoreError } from '@plant-store/schema/errors';
import { unavailable } from '../core/unavailable.ts';
import { diskFaultKind, diskFaultOf } from './fault.ts';
import { resolveLinks } from './file-identity.ts';

const neededBytes = 1024 * 1024;

/** Whether the disk of `folder` seems full to users other than root. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < neededBytes;
}

/** The folders where SQLite may store its files for sorting (sqlite.org/tempfiles.html, section 5). */
const temporaryFolders = () => [tmpdir(), '/var/tmp'].filter((folder) => existsSync(folder));

/** SQLite has already removed its temporary files, so this names only a disk that is still full. */
export function temporaryDiskFaultOf(
  cause: unknown,
  path: string,
  folders = temporaryFolders(),
): StoreError | undefined {
  if (diskFaultKind(cause) !== 'full' || isDiskFull(dirname(path))) return undefined;
  const disk = statSync(dirname(path)).dev;
  if (folders.every((folder) => statSync(folder).dev === disk)) return undefined;
  return unavailable(
    `${folders.some(isDiskFull) ? 'the disk for temporary files is full' : 'the disk of the database or that for temporary files is full'}; nothing was stored, free some space, or set another folder for temporary files in TMPDIR, then try again`,
    cause,
  );
}

export const storageFaultOf = (cause: unknown, path: string): StoreError | undefined =>
  temporaryDiskFaultOf(cause, resolveLinks(path)) ?? diskFaultOf(cause);

/** Asserts that the disk has space for the next writes: a small write may succeed on a full disk. @throws StoreError */
export async function assertSpaceForWrites(path: string): Promise<void> {
  const file = `${path}-space`;
  try {
    await writeFile(file, Buffer.alloc(neededBytes), { mode: 0o600, flush: true });
  } catch (cause) {
    // Another fault may not concern the database.
    if (diskFaultKind(cause) === 'full')
      throw unavailable('the disk of the database is full; free some space, then try again', cause);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
