import { linkSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { check } from './backup/check.ts';
import { assertRoom, withScratch } from './backup/folder.ts';
import { fileAt } from './backup/folder-lock.ts';
import { type OnProgress, withFilesIn } from './backup/problem.ts';
import { type BackupRecord, readRecord } from './backup/record.ts';
import { assertNamed } from './backups.ts';
import { sync } from './durable-file.ts';
import { holdAlone } from './sqlite/hold.ts';
import { StartError } from './start-error.ts';

/** What was put in place, and under which name that which was there is now. */
export type Restored = { record: BackupRecord; path: string; movedTo?: string };

/**
 * Puts what a backup holds in place as the store at `path`, once it has been restored beside it and compared in full.
 * What was there is kept under the name that is returned. A process that is killed meanwhile leaves the one or the
 * other in place, whole.
 * @throws StartError when the backup is not proven, or the store is in use; nothing is changed then.
 */
export async function restore(
  folder: string,
  name: string,
  path: string,
  onProgress: OnProgress,
): Promise<Restored> {
  assertNamed(folder, name);
  return withFilesIn(dirname(path), () =>
    withScratch(dirname(path), async (scratch) => {
      // Before anything long: whoever has to stop the store first should learn it now.
      if (fileAt(path)) holdAlone(path).release();
      assertRoom(dirname(path), readRecord(folder, name)?.bytes ?? 0);
      const draft = scratch(basename(path));
      const record = await prove(folder, name, draft, onProgress);
      sync(draft);
      const movedTo = swap(draft, path);
      return { record, path, ...(movedTo ? { movedTo } : {}) };
    }),
  );
}

async function prove(
  folder: string,
  name: string,
  draft: string,
  onProgress: OnProgress,
): Promise<BackupRecord> {
  const { verdict, problem, record } = await check(folder, name, onProgress, draft);
  if (verdict === 'proven' && record) return record;
  throw new StartError(
    `The backup ${name} is ${verdict} (${problem}) and was not restored; "npm run backup -- list" shows the others. Nothing was changed.`,
  );
}

/** Puts `draft` in the place of `path`; what is there gets a second name first, which is returned. */
function swap(draft: string, path: string): string | undefined {
  const held = fileAt(path) ? holdAlone(path) : undefined;
  try {
    const aside = keepAside(path);
    // One of these that came to lie beside another database would be taken for that one's.
    for (const suffix of ['-wal', '-journal', '-shm']) rmSync(path + suffix, { force: true });
    // Where there was no store, another process may make one at this moment, which must not be lost.
    if (held) renameSync(draft, path);
    else linkSync(draft, path);
    sync(dirname(path));
    return aside;
  } finally {
    held?.release();
  }
}

/** Gives what is at `path` another name as well. A log is there only if the database could not be opened. */
function keepAside(path: string): string | undefined {
  forgetNames(path);
  const present = ['', '-wal', '-journal'].filter((suffix) => fileAt(path + suffix));
  if (present.length === 0) return undefined;
  const moment = new Date().toISOString().replaceAll(/[-:Z]/g, '').replaceAll(/[T.]/g, '-');
  const aside = `${path}.before-restore-${moment}`;
  for (const suffix of present) linkSync(path + suffix, aside + suffix);
  sync(dirname(path));
  return aside;
}

/** Takes away the other names that a restore which was killed gave to the very file that is still in place. */
function forgetNames(path: string) {
  const file = fileAt(path);
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(`${basename(path)}.before-restore-`) && fileAt(join(dirname(path), name)) === file)
      rmSync(join(dirname(path), name));
}
