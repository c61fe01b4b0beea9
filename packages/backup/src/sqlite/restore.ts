import { linkSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  diskFaultKind,
  errorCode,
  inodeOf,
  makePrivate,
  type OnProgress,
  resolveLinks,
  StartError,
  syncToDisk,
  withFilesIn,
} from '@plant-store/engine';
import { formerName, namesOfKilledRestore, type Seal, sealAt, unseal } from '@plant-store/engine/sqlite/file';
import type { ProveBackup, RestoreResult } from '../backup/backup-engine.ts';
import { assertDiskSpace, timestampName, withScratch } from '../backup/backup-folder.ts';
import { type BackupRecord, restoreEvent } from '../backup/backup-record.ts';
import type { StoreParts } from '../backup/store-parts.ts';
import { lockExclusively } from './exclusive-lock.ts';
import { restoreAndCompare } from './proof.ts';

/** Replaces the file at `link`, or the target of a symbolic link, by a backup; see `restore`. */
export async function restoreSqlite(
  link: string,
  parts: StoreParts,
  proven: ProveBackup,
  onProgress: OnProgress,
): Promise<RestoreResult> {
  // A symbolic link stays in place, as it may lead to another disk.
  const path = await withFilesIn(dirname(link), async () => resolveLinks(link));
  // After this line a stop must undo the work.
  onProgress({ doing: 'reading it', done: 0, total: 0, unit: 'bytes' });
  return withFilesIn(dirname(path), () =>
    withScratch(dirname(path), async (scratch) => {
      // A store in use is reported before the long work.
      if (inodeOf(path)) lockExclusively(path).release();
      const sealBefore = await sealAt(path);
      const draft = scratch(basename(path));
      const record = await proven((backup, expected) => {
        assertDiskSpace(dirname(path), expected.bytes);
        return restoreAndCompare(backup, expected, draft, onProgress);
      });
      // A restored store must accept writes. The audit entry is written before the swap, so that a kill loses none.
      const seal = (await migrateAndUnseal(draft, record, parts)) ?? sealBefore;
      syncToDisk(draft);
      const movedTo = swap(draft, path);
      return { record, place: path, ...(movedTo ? { movedTo } : {}), ...(seal ? { seal } : {}) };
    }),
  );
}

async function migrateAndUnseal(
  draft: string,
  record: BackupRecord,
  { files, record: steps }: StoreParts,
): Promise<Seal | undefined> {
  try {
    return await unseal(draft, files.migrations, steps('sqlite', restoreEvent(record)));
  } catch (cause) {
    if (cause instanceof StartError || diskFaultKind(cause)) throw cause;
    throw new StartError(
      `The backup that was taken at ${record.takenAt} cannot be brought up to date (${(cause as Error).message}); restore another one (see "npm run backup -- list"). Nothing was changed.`,
      { cause },
    );
  }
}

function swap(draft: string, path: string): string | undefined {
  const lock = inodeOf(path) ? lockExclusively(path) : undefined;
  try {
    const aside = keepAside(path);
    // SQLite would use these files for the new database.
    for (const suffix of ['-wal', '-journal', '-shm']) rmSync(path + suffix, { force: true });
    // Without an old store there is no lock, and another process may create a store here at this moment.
    if (lock) renameSync(draft, path);
    else linkSync(draft, path);
    confirm(path, aside);
    return aside;
  } finally {
    lock?.release();
  }
}

/** @throws StartError when the disk does not confirm the swap, which is made */
function confirm(path: string, aside?: string) {
  try {
    syncToDisk(dirname(path));
  } catch (cause) {
    throw new StartError(
      `The backup is in place at ${path}, but its disk did not confirm that (${errorCode(cause)}); check the disk, then restore again.${aside ? ` The former store is kept as ${aside}.` : ''}`,
      { cause },
    );
  }
}

/** Gives the old store a second name. A store that could be opened has no log. */
function keepAside(path: string): string | undefined {
  for (const name of namesOfKilledRestore(path)) rmSync(name);
  const present = ['', '-wal', '-journal'].filter((suffix) => inodeOf(path + suffix));
  if (present.length === 0) return undefined;
  makePrivate(path);
  const aside = formerName(path) + timestampName(new Date());
  for (const suffix of present) linkSync(path + suffix, aside + suffix);
  syncToDisk(dirname(path));
  return aside;
}
