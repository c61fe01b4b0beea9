import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OnProgress } from '../core/progress.ts';
import { syncToDisk } from '../files/durable-file.ts';
import { backupNames } from './backup-folder.ts';
import { type BackupRecord, removeRecord } from './backup-record.ts';
import { checkBackup } from './backup-verification.ts';

/**
 * Removes all but the newest `keep` proven backups of a store, and no others. `made`, the backup that was just made,
 * counts as the newest, whatever the clock said at the others. Backups without plants count apart: a
 * store that lost its plants must not replace the backups that have them.
 * @returns the names of the removed
 */
export async function removeOldBackups(
  folder: string,
  { name: made, store }: BackupRecord,
  keep: number,
  onProgress: OnProgress,
): Promise<string[]> {
  const removed: string[] = [];
  const kept = { withPlants: 0, empty: 0 };
  for (const name of new Set([made, ...backupNames(folder)])) {
    const { verdict, record } = await checkBackup(folder, name, onProgress);
    if (verdict !== 'proven' || record?.store !== store) continue;
    if (++kept[holdsPlants(record) ? 'withPlants' : 'empty'] <= keep) continue;
    // A record says that its file exists, so the record is removed first.
    removeRecord(folder, name);
    rmSync(join(folder, record.file));
    removed.push(name);
  }
  syncToDisk(folder);
  return removed;
}

const holdsPlants = ({ tables }: BackupRecord): boolean =>
  tables.some(({ name, count }) => name === 'plants' && count > 0);
