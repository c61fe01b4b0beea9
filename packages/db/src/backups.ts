import type { BackupEngine } from './backup/backup-engine.ts';
import * as backups from './backup/backups.ts';
import { restore as restoreBackup } from './backup/restore.ts';

// The backup functions of all engines. Only the driver of the store's engine is loaded.

async function engineOf(url: string): Promise<BackupEngine> {
  if (!url.startsWith('file:'))
    return (await import('./postgresql/backup/backups.ts')).postgresqlBackups(url);
  return (await import('./sqlite/backup/backups.ts')).sqliteBackups(url.slice('file:'.length));
}

export const create = backups.create.bind(undefined, engineOf);
export const verify = backups.verify.bind(undefined, engineOf);
export const { list } = backups;
export const restore = restoreBackup.bind(undefined, engineOf);
