import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OnProgress, StartError, syncToDisk, withFilesIn } from '@plant-store/engine';
import type { BackupEngine, EngineOf, ScratchPath, Snapshot } from './backup-engine.ts';
import { assertDiskSpace, backupNames, newName, withScratch } from './backup-folder.ts';
import { type BackupRecord, removeRecord, writeRecord } from './backup-record.ts';
import { checkBackup } from './backup-verification.ts';

type CreateOptions = { folder: string; keep?: number; onProgress: OnProgress };

/**
 * Backs up the store as it is at one moment, while others use it. Only a backup that was restored and compared gets its
 * name. With `keep`, only so many stay. @throws StartError, without a backup unless only the removal of old ones failed
 */
export async function create(
  engineOf: EngineOf,
  url: string,
  { folder, keep, onProgress }: CreateOptions,
): Promise<{ record: BackupRecord; removed: string[] }> {
  const startedAt = performance.now();
  const engine = await engineOf(url);
  return engine.withSnapshot((snapshot) => {
    onProgress({ doing: 'copying', done: 0, total: snapshot.requiredBytes, unit: 'bytes' });
    return withFilesIn(folder, () =>
      withScratch(folder, async (scratch) => {
        assertDiskSpace(folder, snapshot.requiredBytes);
        const name = newName(folder, engine.prefix, snapshot.takenAt);
        const draft = scratch(`${name}.${engine.extension}`);
        const proven = await copyAndProve(engine, snapshot, draft, scratch, onProgress);
        const record = toRecord(name, engine, snapshot, proven, startedAt);
        syncToDisk(draft);
        renameSync(draft, join(folder, record.file));
        syncToDisk(folder);
        writeRecord(folder, record);
        return {
          record,
          removed: keep
            ? await removeOld(record, folder, { keep, mainTable: engine.mainTable }, onProgress)
            : [],
        };
      }),
    );
  });
}

async function removeOld(
  made: BackupRecord,
  folder: string,
  kept: { keep: number; mainTable: string },
  onProgress: OnProgress,
) {
  try {
    return await withFilesIn(folder, () => removeOldBackups(folder, made, kept, onProgress));
  } catch (cause) {
    if (!(cause instanceof StartError)) throw cause;
    throw new StartError(
      `The backup ${made.name} is made and proven, but not all older ones were removed. ${cause.message}`,
      { cause },
    );
  }
}

/**
 * Removes all but the newest `keep` proven backups. `made` counts as the newest, whatever the clock said at others.
 * Backups without rows in `mainTable` count apart, so that they do not replace those with content.
 */
async function removeOldBackups(
  folder: string,
  { name: made, store }: BackupRecord,
  { keep, mainTable }: { keep: number; mainTable: string },
  onProgress: OnProgress,
): Promise<string[]> {
  const removed: string[] = [];
  const kept = { filled: 0, empty: 0 };
  for (const name of new Set([made, ...backupNames(folder)])) {
    const { verdict, record } = await checkBackup(folder, name, onProgress);
    if (verdict !== 'proven' || record?.store !== store) continue;
    const isFilled = record.tables.some(({ name, count }) => name === mainTable && count > 0);
    if (++kept[isFilled ? 'filled' : 'empty'] <= keep) continue;
    // A record says that its file exists, so the record is removed first.
    removeRecord(folder, name);
    rmSync(join(folder, record.file));
    removed.push(name);
  }
  syncToDisk(folder);
  return removed;
}

async function copyAndProve(
  engine: BackupEngine,
  snapshot: Snapshot,
  draft: string,
  scratch: ScratchPath,
  onProgress: OnProgress,
) {
  // Other tools would create a file that all users can read.
  writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
  await snapshot.copyTo(draft, onProgress);
  const tables = await snapshot.content(onProgress);
  const { bytes, sha256, problem } = await engine.prove(draft, { tables }, scratch, onProgress);
  if (!problem) return { bytes, sha256, tables };
  throw new StartError(
    `The backup failed its verification and was not kept: once restored, ${problem}. The store or the disk may be damaged.`,
  );
}

function toRecord(
  name: string,
  engine: BackupEngine,
  { takenAt }: Snapshot,
  proven: Pick<BackupRecord, 'bytes' | 'sha256' | 'tables'>,
  startedAt: number,
): BackupRecord {
  return {
    format: 1,
    name,
    engine: engine.name,
    file: `${name}.${engine.extension}`,
    store: engine.store,
    takenAt: takenAt.toISOString(),
    ...proven,
    verdict: 'proven',
    durationMs: Math.round(performance.now() - startedAt),
    verifiedAt: new Date().toISOString(),
  };
}
