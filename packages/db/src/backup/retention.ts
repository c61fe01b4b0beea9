import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OnProgress } from '../core/progress.ts';
import { syncToDisk } from '../files/durable-file.ts';
import { backupNames } from './backup-folder.ts';
import { removeRecord } from './backup-record.ts';
import { checkBackup } from './check.ts';

/**
 * Removes all but the newest `keep` proven backups of a store. Other backups stay. @returns the names of the removed
 * backups
 */
export async function removeOldBackups(
  folder: string,
  store: string,
  keep: number,
  onProgress: OnProgress,
): Promise<string[]> {
  const removed: string[] = [];
  let kept = 0;
  for (const name of backupNames(folder)) {
    const { verdict, record } = await checkBackup(folder, name, onProgress);
    if (verdict !== 'proven' || record?.store !== store || ++kept <= keep) continue;
    // A record says that its file exists, so the record is removed first.
    removeRecord(folder, name);
    rmSync(join(folder, record.file));
    removed.push(name);
  }
  syncToDisk(folder);
  return removed;
}
