import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type OnProgress, syncToDisk } from '@plant-store/engine';
import { backupNames } from './backup-folder.ts';
import { type BackupRecord, removeRecord } from './backup-record.ts';
import { checkBackup } from './backup-verification.ts';

/**
 * Removes all but the newest `keep` proven backups. `made` counts as the newest, whatever the clock said at others.
 * Backups without rows in `mainTable` count apart, so that they do not replace those with content.
 */
export async function removeOldBackups(
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
