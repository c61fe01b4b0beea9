import { readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import {
  bytesText,
  errorCode,
  makeFolder,
  removeIfPossible,
  StartError,
  scratchName,
} from '@plant-store/engine';
import { withFolderLock } from '@plant-store/engine/sqlite/file';
import type { ScratchPath } from './backup-engine.ts';

const named = /^([^.].*-\d{8}-\d{6}-\d{3})\.(?:db|dump|json)$/;

/** The names of all backups in a folder, newest first. The file or the record of a backup may be missing. */
export function backupNames(folder: string): string[] {
  const found = filesIn(folder).flatMap((file) => named.exec(file)?.[1] ?? []);
  const moment = (name: string) => name.slice(-'00000000-000000-000'.length);
  return [...new Set(found)].sort((a, b) => (moment(a) < moment(b) ? 1 : -1));
}

/** The files of a folder. A missing folder is empty; an unreadable folder is an error, as it may contain files. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return [];
    throw cause;
  }
}

/** @throws StartError unless the folder has a backup of this name */
export function assertBackupExists(folder: string, name: string) {
  const names = backupNames(folder);
  if (names.includes(name)) return;
  const newest = names[0] ? `the newest one is ${names[0]}` : 'there are no backups';
  throw new StartError(`There is no backup "${name}" in ${folder}; ${newest}.`);
}

export function newName(folder: string, prefix: string, takenAt: Date): string {
  const taken = backupNames(folder);
  for (let ms = takenAt.getTime(); ; ms++) {
    const name = `${prefix}-${timestampName(new Date(ms))}`;
    if (!taken.includes(name)) return name;
  }
}

/** A time in UTC as a part of names that sort by time: `20260131-235959-999`. */
export const timestampName = (moment: Date): string =>
  moment.toISOString().replaceAll(/[-:Z]/g, '').replaceAll(/[T.]/g, '-');

/** Runs `work` in a locked folder. Scratch files go after the work; those of a killed process, before it. */
export async function withScratch<T>(folder: string, work: (scratch: ScratchPath) => Promise<T>): Promise<T> {
  makeFolder(folder);
  return withFolderLock(folder, async () => {
    removeScratchFiles(folder);
    try {
      return await work((what) => join(folder, `${scratchName}-${what}`));
    } finally {
      removeScratchFiles(folder);
    }
  });
}

/** Removes what it can: a failure must not replace the outcome of the work, and the next work removes the rest. */
function removeScratchFiles(folder: string) {
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(scratchName)) removeIfPossible(join(folder, name));
  } catch {
    // The folder cannot be read. If the work needs that, its own error says so.
  }
}

/** Asserts space for `bytes` and a tenth more in a folder, which often shares the store's disk. @throws StartError */
export function assertDiskSpace(folder: string, bytes: number) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes * 1.1) return;
  throw new StartError(
    `The disk that holds ${folder} has ${bytesText(bavail * bsize)} free, and ${bytesText(Math.ceil(bytes * 1.1))} are required; free some space, or choose another folder.`,
  );
}
