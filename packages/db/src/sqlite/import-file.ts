import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../engine-interface/database.ts';
import { storageFaultOf } from '../files/disk-space.ts';
import { removeIfPossible } from '../files/durable-file.ts';
import { isLocked, lockedByOther } from '../files/fault.ts';
import { resolveLinks } from '../files/file-identity.ts';
import { type StagedFile, storeFileUnit } from '../imports/staged-file.ts';
import type { Semaphore } from '../threads/semaphore.ts';
import { runThread } from '../threads/thread.ts';
import { assertInPlace, type FileWatch } from './file/file-watch.ts';
import type { Writer } from './writer/writer.ts';

const script = new URL('./imports/import-thread.ts', import.meta.url);
/** The path of a staging file without its ending. The file is next to the database, on the same disk. */
const stagingPrefix = (path: string) => `${resolveLinks(path)}-import-`;

type Parts = { path: string; files: FileWatch; writer: Writer; semaphore: Semaphore };

/** Imports files: an import thread reads each into a staging file, and the write thread stores it. */
export function createImporter({ path, files, writer, semaphore }: Parts): Database['importFile'] {
  return async (source, input, options) => {
    assertInPlace(files, writer, 'nothing was stored');
    const staging = `${stagingPrefix(path)}${randomUUID()}`;
    try {
      const file = await runThread<StagedFile>(script, { path, staging, input }, { ...options, source });
      return await semaphore.run(() => writer.longWork(storeFileUnit, file, options, staging), options);
    } catch (cause) {
      throw storageFaultOf(cause, path) ?? (isLocked(cause) ? lockedByOther(cause) : cause);
    } finally {
      remove(staging);
    }
  };
}

/** Removes the staging files that a killed server, or a fault, left behind. Only the server imports. */
export function removeStagingFiles(path: string): void {
  const staging = stagingPrefix(path);
  for (const name of readdirSync(dirname(staging)))
    if (name.startsWith(basename(staging))) remove(join(dirname(staging), name));
}

/** Removes a staging file. If that is not possible, the next start does it. */
function remove(staging: string) {
  for (const ending of ['', '-journal']) removeIfPossible(`${staging}${ending}`);
}
