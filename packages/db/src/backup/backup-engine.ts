import type { OnProgress } from '../core/progress.ts';
import type { Engine } from '../core/sql.ts';
import type { Seal } from '../sqlite/file/seal.ts';
import type { BackupRecord } from './backup-record.ts';
import type { Prove } from './check.ts';
import type { TableContent } from './content.ts';
import type { Fingerprint } from './fingerprint.ts';

/** The store at one moment. Later writes neither wait for it nor appear in it. */
export type Snapshot = {
  takenAt: Date;
  /** The disk space for a copy and its proof, in bytes. */
  roomBytes: number;
  /** Copies the snapshot to an existing, empty file. */
  copyTo(path: string, onProgress: OnProgress): Promise<void>;
  /** Counts and hashes all tables of the snapshot, and then releases it. */
  content(onProgress: OnProgress): Promise<TableContent[]>;
};

/** The expected content of a backup and, once recorded, its bytes. A file with other bytes is not restored. */
export type ExpectedBackup = { tables: TableContent[] } & Partial<Fingerprint>;

export type ScratchPath = (what: string) => string;

/** The engine of the store at `url`. */
export type EngineOf = (url: string) => Promise<BackupEngine>;

/** The part of an engine in backups; `backups.ts` and `restore.ts` do the rest. */
export type BackupEngine = {
  name: Engine;
  /** The place of the store, without a password. */
  store: string;
  prefix: string;
  /** The file extension of a backup, without the dot. */
  extension: 'db' | 'dump';
  /** @throws StartError when there is no store, or it cannot be read */
  withSnapshot<T>(use: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Restores a backup to a scratch place, checks it, and compares it with the expected content. */
  prove(
    backup: string,
    expected: ExpectedBackup,
    scratch: ScratchPath,
    onProgress: OnProgress,
  ): Promise<Fingerprint & { problem?: string }>;
  /** Puts a backup in the place of the store. @throws StartError when it is not proven, or the store is in use */
  restore(proven: ProveBackup, onProgress: OnProgress): Promise<RestoreResult>;
};

/**
 * The result of a restore: the record, the place, the new name of the old store, and the seal that was removed.
 */
export type RestoreResult = { record: BackupRecord; place: string; movedTo?: string; seal?: Seal };

/** Proves the backup by restoring it with `prove`, and gives its record. @throws StartError when it is not proven */
export type ProveBackup = (prove: Prove) => Promise<BackupRecord>;
