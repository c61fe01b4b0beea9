import * as backups from '@plant-store/backup';
import { parseAddress } from '@plant-store/engine';
import { recordStoreEvent } from './audit/store-events.ts';
import { contentText } from './core/content-text.ts';
import { sqliteFiles, tables } from './core/models.ts';
import { sqliteFileOf } from './open-database.ts';
import { preparation } from './postgresql/preparation.ts';
import { switchOffRestored, switchPromoted } from './webhooks/copies.ts';

export const parts: backups.StoreParts = {
  tables,
  mainTable: 'plants',
  contentText,
  files: sqliteFiles,
  preparation,
  *record(engine, event) {
    if (event.action === 'store.restore') yield* switchOffRestored(engine);
    yield* recordStoreEvent(engine, event);
  },
  whenSealed: switchPromoted,
};

// The backup functions of all engines. SQLite also locks the folder of backups; pg is loaded only if it is used.

async function engineOf(url: string): Promise<backups.BackupEngine> {
  const file = sqliteFileOf(url);
  if (file === undefined)
    return (await import('@plant-store/backup/postgresql')).postgresqlBackupEngine(url, parts);
  return (await import('@plant-store/backup/sqlite')).sqliteBackupEngine(file, parts);
}

/** The address for backups: `direct`, if it leads to the store at `url`. @throws StartError if it does not */
export async function addressOf(url: string, direct: string | undefined): Promise<string> {
  if (direct === undefined || sqliteFileOf(url) !== undefined) return url;
  const { assertSameStore } = await import('@plant-store/engine/postgresql/connection');
  await assertSameStore(parseAddress(url), parseAddress(direct));
  return direct;
}

export const create = backups.create.bind(undefined, engineOf);
export const verify = backups.verify.bind(undefined, engineOf);
export const { list } = backups;
export const restore = backups.restore.bind(undefined, engineOf);
