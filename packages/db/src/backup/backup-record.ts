import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../core/sql.ts';
import { StartError } from '../core/start-error.ts';
import type { AuditEvent } from '../database/audit-event.ts';
import { writeDurably } from '../files/durable-file.ts';
import type { TableContent } from './content.ts';

/** What is written beside a backup, as `NAME.json`, once it has been proven. */
export type BackupRecord = {
  format: 1;
  name: string;
  engine: Engine;
  file: string;
  store: string;
  /** The moment whose content it holds. */
  takenAt: string;
  bytes: number;
  sha256: string;
  /** Counts and content hashes, which were the same in the store and in what was restored from the backup. */
  tables: TableContent[];
  verdict: 'proven';
  durationMs: number;
  /** When it was last restored to a scratch place and compared. */
  verifiedAt: string;
};

/** What the log of a store tells that was made from this backup. */
export const restoreEvent = ({ takenAt }: BackupRecord): AuditEvent => ({
  action: 'store.restore',
  subject: takenAt,
  by: {},
});

const pathOf = (folder: string, name: string) => join(folder, `${name}.json`);

/** Keeps a record, on disk when this returns. */
export function writeRecord(folder: string, record: BackupRecord) {
  writeDurably(
    pathOf(folder, record.name),
    `${JSON.stringify({ ...record, check: checksumOf(record) }, undefined, 2)}\n`,
  );
}

/** The record of a backup; nothing where there is none, or it is not, to the byte, as it was written. */
export function readRecord(folder: string, name: string): BackupRecord | undefined {
  const path = pathOf(folder, name);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  try {
    const { check, ...record } = JSON.parse(text) as BackupRecord & { check: string };
    const isAsWritten = text === `${JSON.stringify({ ...record, check }, undefined, 2)}\n`;
    return isAsWritten && record.format === 1 && check === checksumOf(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

export const hasRecord = (folder: string, name: string): boolean => existsSync(pathOf(folder, name));

export const removeRecord = (folder: string, name: string) => rmSync(pathOf(folder, name), { force: true });

const checksumOf = (record: BackupRecord) =>
  createHash('sha256').update(JSON.stringify(record)).digest('hex');

/** @throws StartError when a backup is not of this engine. */
export function assertEngine({ name, engine }: BackupRecord, wanted: BackupRecord['engine']) {
  if (engine === wanted) return;
  throw new StartError(
    engine === 'sqlite'
      ? `The backup ${name} is of an SQLite store; restore it with DATABASE_URL set to a file.`
      : `The backup ${name} is of a PostgreSQL store; set DATABASE_URL to a database of a PostgreSQL server.`,
  );
}
