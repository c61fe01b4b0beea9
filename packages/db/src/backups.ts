import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check, type Found } from './backup/check.ts';
import { assertRoom, namesIn, newName, withScratch } from './backup/folder.ts';
import { type OnProgress, withFilesIn } from './backup/problem.ts';
import { type BackupRecord, removeRecord, writeRecord } from './backup/record.ts';
import { sync } from './durable-file.ts';
import { restoreAndCompare } from './sqlite/proof.ts';
import { type Snapshot, withSnapshot } from './sqlite/snapshot.ts';
import { StartError } from './start-error.ts';

type Wanted = { folder: string; keep?: number; onProgress: OnProgress };

/** Where the backups of the store at `url` are, unless another folder is named: beside it. */
export const folderOf = (url: string): string => join(dirname(pathOf(url)), 'backups');

/** @throws StartError when the store is not in a file. */
export function pathOf(url: string): string {
  if (url.startsWith('file:')) return url.slice('file:'.length);
  throw new StartError(
    'DATABASE_URL: a store on PostgreSQL is backed up with "pg_dump -Fc", not with this command yet.',
  );
}

/**
 * Backs up the store at `url` as it is at one moment, while others use it, and proves the backup: it is restored to a
 * scratch place, checked, and compared with that very moment. Only then it gets its name and its record. With `keep`,
 * the oldest proven backups of this store beyond so many are removed.
 * @throws StartError when that cannot be; nothing of the backup is left then.
 */
export async function create(
  url: string,
  { folder, keep, onProgress }: Wanted,
): Promise<{ record: BackupRecord; removed: string[] }> {
  const begun = performance.now();
  return withSnapshot(pathOf(url), (snapshot) =>
    withFilesIn(folder, () =>
      withScratch(folder, async (scratch) => {
        // The copy, and what is restored from it to compare.
        assertRoom(folder, snapshot.bytes * 2);
        const name = newName(folder, pathOf(url), snapshot.takenAt);
        const draft = scratch(`${name}.db`);
        const proven = await take(snapshot, draft, scratch('restored.db'), onProgress);
        const record = describe(name, pathOf(url), snapshot, proven, begun);
        sync(draft);
        renameSync(draft, join(folder, record.file));
        sync(folder);
        writeRecord(folder, record);
        return { record, removed: keep ? await thinOut(folder, record.store, keep, onProgress) : [] };
      }),
    ),
  );
}

/** All backups in a folder, the newest first, each read to its last byte. */
export async function list(folder: string, onProgress: OnProgress): Promise<Found[]> {
  const found: Found[] = [];
  return withFilesIn(folder, async () => {
    for (const name of namesIn(folder)) found.push(await check(folder, name, onProgress));
    return found;
  });
}

/** Restores a backup to a scratch place and compares all of it with its record, which then says so. */
export async function verify(folder: string, name: string, onProgress: OnProgress): Promise<Found> {
  assertNamed(folder, name);
  return withFilesIn(folder, () =>
    withScratch(folder, async (scratch) => {
      const found = await check(folder, name, onProgress, scratch('restored.db'));
      if (found.verdict !== 'proven' || !found.record) return found;
      const record = { ...found.record, verifiedAt: new Date().toISOString() };
      writeRecord(folder, record);
      return { ...found, record };
    }),
  );
}

/** @throws StartError unless the folder has a backup of this name. */
export function assertNamed(folder: string, name: string) {
  const names = namesIn(folder);
  if (names.includes(name)) return;
  const newest = names[0] ? `the newest there is ${names[0]}` : 'there is none';
  throw new StartError(`There is no backup "${name}" in ${folder}; ${newest}.`);
}

async function take(snapshot: Snapshot, draft: string, scratch: string, onProgress: OnProgress) {
  // Made here, as SQLite would let everybody read it.
  writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
  await snapshot.copyTo(draft, onProgress);
  const tables = await snapshot.content(onProgress);
  const { bytes, sha256, problem } = await restoreAndCompare(draft, scratch, tables, onProgress);
  if (!problem) return { bytes, sha256, tables };
  throw new StartError(
    `The backup did not stand the test, and was not kept: once restored, ${problem}. The store itself may be damaged, or the disk.`,
  );
}

function describe(
  name: string,
  store: string,
  { takenAt }: Snapshot,
  proven: Pick<BackupRecord, 'bytes' | 'sha256' | 'tables'>,
  begun: number,
): BackupRecord {
  return {
    format: 1,
    name,
    file: `${name}.db`,
    store,
    takenAt: takenAt.toISOString(),
    ...proven,
    verdict: 'proven',
    durationMs: Math.round(performance.now() - begun),
    verifiedAt: new Date().toISOString(),
  };
}

/** Removes the proven backups of a store that come after the newest `keep` ones. Others are not counted, nor removed. */
async function thinOut(
  folder: string,
  store: string,
  keep: number,
  onProgress: OnProgress,
): Promise<string[]> {
  const removed: string[] = [];
  let kept = 0;
  for (const name of namesIn(folder)) {
    const { verdict, record } = await check(folder, name, onProgress);
    if (verdict !== 'proven' || record?.store !== store || ++kept <= keep) continue;
    // First what claims that the other is there.
    removeRecord(folder, name);
    rmSync(join(folder, record.file));
    removed.push(name);
  }
  sync(folder);
  return removed;
}
