import { basename, extname } from 'node:path';
import type { BackupEngine } from '../backup/backup-engine.ts';
import type { StoreParts } from '../backup/store-parts.ts';
import { restoreAndCompare } from './proof.ts';
import { restoreSqlite } from './restore.ts';
import { withSnapshot } from './snapshot.ts';

export const sqliteBackupEngine = (path: string, parts: StoreParts): BackupEngine => ({
  name: 'sqlite',
  store: path,
  prefix: basename(path, extname(path)),
  extension: 'db',
  mainTable: parts.mainTable,
  withSnapshot: (use) => withSnapshot(path, parts, use),
  prove: (backup, expected, scratch, onProgress) =>
    restoreAndCompare(backup, expected, scratch('restored.db'), onProgress),
  restore: (proven, onProgress) => restoreSqlite(path, parts, proven, onProgress),
});
