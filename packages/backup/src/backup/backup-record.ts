import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, StartError, writeDurably } from '@plant-store/engine';
import type { TableContent } from './content.ts';
import type { StoreEvent } from './store-parts.ts';

/** The record of a proven backup, in `NAME.json` beside it; counts and hashes are also those of the store. */
export type BackupRecord = {
  format: 1;
  name: string;
  engine: Engine;
  file: string;
  store: string;
  takenAt: string;
  bytes: number;
  sha256: string;
  tables: TableContent[];
  verdict: 'proven';
  durationMs: number;
  verifiedAt: string;
};

export const restoreEvent = ({ takenAt }: BackupRecord): StoreEvent => ({
  action: 'store.restore',
  subject: takenAt,
});

const pathOf = (folder: string, name: string) => join(folder, `${name}.json`);

/** Writes a record; it is on disk when this returns. */
export function writeRecord(folder: string, record: BackupRecord) {
  writeDurably(
    pathOf(folder, record.name),
    `${JSON.stringify({ ...record, check: checksumOf(record) }, undefined, 2)}\n`,
  );
}

/** The record of a backup; `undefined` if it is missing or any byte has changed. */
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

export function assertEngine({ name, engine }: BackupRecord, expected: BackupRecord['engine']) {
  if (engine === expected) return;
  throw new StartError(
    engine === 'sqlite'
      ? `The backup ${name} is of an SQLite store; restore it with DATABASE_URL set to a file.`
      : `The backup ${name} is of a PostgreSQL store; set DATABASE_URL to a database of a PostgreSQL server.`,
  );
}
