import type { BackupEngine } from './backup/backup-engine.ts';
import type { BackupRecord } from './backup/backup-record.ts';
import { StartError } from './core/start-error.ts';

export async function engineOf(url: string): Promise<BackupEngine> {
  if (!url.startsWith('file:'))
    return (await import('./postgresql/backup/backups.ts')).postgresqlBackups(url);
  return (await import('./sqlite/backup/backups.ts')).sqliteBackups(url.slice('file:'.length));
}

/** @throws StartError when a backup is not of this engine. */
export function assertEngine({ name, engine }: BackupRecord, wanted: BackupRecord['engine']) {
  if (engine === wanted) return;
  throw new StartError(
    engine === 'sqlite'
      ? `The backup ${name} is of an SQLite store; restore it with DATABASE_URL set to a file.`
      : `The backup ${name} is of a PostgreSQL store; set DATABASE_URL to a database of a PostgreSQL server.`,
  );
}
