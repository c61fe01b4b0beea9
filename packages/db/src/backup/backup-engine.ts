import type { OnProgress } from '../core/progress.ts';
import type { Engine } from '../core/sql.ts';
import type { Seal } from '../sqlite/file/seal.ts';
import type { BackupRecord } from './backup-record.ts';
import type { Prove } from './check.ts';
import type { TableContent } from './content.ts';
import type { Fingerprint } from './fingerprint.ts';

/** One moment of a store. Whoever writes to the store meanwhile is not held up and not seen. */
export type Snapshot = {
  takenAt: Date;
  /** How much room a copy may need, with what is put beside it to prove it. */
  roomBytes: number;
  /** Copies that moment to a file that is there and empty. */
  copyTo(path: string, onProgress: OnProgress): Promise<void>;
  /** Counts and hashes all tables as they were at that moment; with this, which comes last, it is let go. */
  content(onProgress: OnProgress): Promise<TableContent[]>;
};

/** What a backup must hold and, once it has been recorded, which bytes. A file of other bytes need not be restored. */
export type ExpectedBackup = { tables: TableContent[] } & Partial<Fingerprint>;

export type ScratchPath = (what: string) => string;

/** The engine of the store at `url`. */
export type EngineOf = (url: string) => Promise<BackupEngine>;

/** What an engine does for the backups of a store; `backups.ts` and `restore.ts` do the rest. */
export type BackupEngine = {
  name: Engine;
  /** Which store this is, in words that hold no password. */
  store: string;
  prefix: string;
  /** Of the file of a backup, without the dot. */
  extension: 'db' | 'dump';
  /** @throws StartError when there is no store, or it cannot be read. */
  withSnapshot<T>(use: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Restores a backup to a scratch place, checks it, and compares it with what was taken. */
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
 * The result of a restore: the record, the place, the new name of the store that was there, and the seal that was
 * lifted.
 */
export type RestoreResult = { record: BackupRecord; place: string; movedTo?: string; seal?: Seal };

/** Checks the backup by a way of restoring it, and gives its record. @throws StartError when it is not proven */
export type ProveBackup = (prove: Prove) => Promise<BackupRecord>;
