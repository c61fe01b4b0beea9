import type { Engine, OnProgress } from '@plant-store/engine';
import type { Seal } from '@plant-store/engine/sqlite/file';
import type { BackupRecord } from './backup-record.ts';
import type { TableContent } from './content.ts';
import type { Fingerprint, Proof } from './fingerprint.ts';

/** The store at one moment. Later writes neither wait for it nor appear in it. */
export type Snapshot = {
  takenAt: Date;
  /** For a copy and its proof. */
  requiredBytes: number;
  copyTo(path: string, onProgress: OnProgress): Promise<void>;
  /** Counts and hashes all tables of the snapshot, and then releases it. */
  content(onProgress: OnProgress): Promise<TableContent[]>;
};

/** The expected content of a backup and, once recorded, its bytes. A restore refuses any other bytes. */
export type ExpectedBackup = { tables: TableContent[] } & Partial<Fingerprint>;

export type ScratchPath = (what: string) => string;

export type EngineOf = (url: string) => Promise<BackupEngine>;

export type BackupEngine = {
  name: Engine;
  store: string;
  prefix: string;
  mainTable: string;
  extension: 'db' | 'dump';
  withSnapshot<T>(use: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  prove(
    backup: string,
    expected: ExpectedBackup,
    scratch: ScratchPath,
    onProgress: OnProgress,
  ): Promise<Proof>;
  /** Replaces the store by a backup. @throws StartError when the backup is not proven, or the store is in use */
  restore(proven: ProveBackup, onProgress: OnProgress): Promise<RestoreResult>;
};

export type RestoreResult = { record: BackupRecord; place: string; movedTo?: string; seal?: Seal };

/** Proves the backup by restoring it with `prove`, and gives its record. @throws StartError when it is not proven */
export type ProveBackup = (prove: Prove) => Promise<BackupRecord>;

export type Prove = (path: string, record: BackupRecord) => Promise<Proof>;
