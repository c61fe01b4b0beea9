export { create } from './backup/backup-creation.ts';
export type { BackupEngine, RestoreResult } from './backup/backup-engine.ts';
export type { BackupRecord } from './backup/backup-record.ts';
export { type CheckedBackup, list, verify } from './backup/backup-verification.ts';
export { restore } from './backup/restore.ts';
export type { ColumnKind, StoreEvent, StoreParts, Table } from './backup/store-parts.ts';
