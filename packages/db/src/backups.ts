import { create as createBackup } from './backup/backup-creation.ts';
import type { BackupEngine } from './backup/backup-engine.ts';
import { list, verify as verifyBackup } from './backup/backup-verification.ts';
import { restore as restoreBackup } from './backup/restore.ts';
import { sqliteFileOf } from './open-database.ts';

// The backup functions of all engines. Only the driver of the store's engine is loaded.

async function engineOf(url: string): Promise<BackupEngine> {
  const file = sqliteFileOf(url);
  if (file === undefined)
    return (await import('./postgresql/backup/backup-engine.ts')).postgresqlBackupEngine(url);
  return (await import('./sqlite/backup/backup-engine.ts')).sqliteBackupEngine(file);
}

export const create = createBackup.bind(undefined, engineOf);
export const verify = verifyBackup.bind(undefined, engineOf);
export { list };
export const restore = restoreBackup.bind(undefined, engineOf);
