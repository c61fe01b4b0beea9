import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { diskFaultKind, errorCode, type OnProgress, withFilesIn } from '@plant-store/engine';
import type { EngineOf, Prove } from './backup-engine.ts';
import { assertBackupExists, backupNames, withScratch } from './backup-folder.ts';
import { assertEngine, type BackupRecord, hasRecord, readRecord, writeRecord } from './backup-record.ts';
import { fingerprintOf, isDifferentFile } from './fingerprint.ts';

/** Proven: all bytes are those of its proof. Unproven: something cannot be read. Missing: only the record exists. */
export type CheckedBackup = {
  name: string;
  verdict: 'proven' | 'damaged' | 'unproven' | 'missing';
  problem?: string;
  record?: BackupRecord;
};

/** All backups in a folder, newest first. It reads each backup completely. */
export async function list(folder: string, onProgress: OnProgress): Promise<CheckedBackup[]> {
  const found: CheckedBackup[] = [];
  return withFilesIn(folder, async () => {
    for (const name of backupNames(folder)) found.push(await checkBackup(folder, name, onProgress));
    return found;
  });
}

/** Proves a backup again, and records the result. @param url its server for the scratch database of PostgreSQL */
export async function verify(
  engineOf: EngineOf,
  url: string,
  folder: string,
  name: string,
  onProgress: OnProgress,
): Promise<CheckedBackup> {
  return withFilesIn(folder, async () => {
    assertBackupExists(folder, name);
    onProgress({ doing: 'reading it', done: 0, total: 0, unit: 'bytes' });
    return withScratch(folder, async (scratch) => {
      const found = await checkBackup(folder, name, onProgress, async (path, record) => {
        // A backup of SQLite is restored to a file, even for a store that is on PostgreSQL now.
        const engine = await engineOf(record.engine === 'sqlite' ? 'file:' : url);
        assertEngine(record, engine.name);
        return engine.prove(path, record, scratch, onProgress);
      });
      if (found.verdict !== 'proven' || !found.record) return found;
      const record = { ...found.record, verifiedAt: new Date().toISOString() };
      writeRecord(folder, record);
      return { ...found, record };
    });
  });
}

export async function checkBackup(
  folder: string,
  name: string,
  onProgress: OnProgress,
  prove: Prove = (path) => fingerprintOf(path, `reading ${name}`, onProgress),
): Promise<CheckedBackup> {
  let file = `${name}.json`;
  let record: BackupRecord | undefined;
  try {
    record = readRecord(folder, name);
    if (!record)
      return hasRecord(folder, name)
        ? { name, verdict: 'damaged', problem: `its record ${file} was changed` }
        : { name, verdict: 'unproven', problem: `it has no record ${file}` };
    file = record.file;
    return await compare(join(folder, file), record, prove);
  } catch (cause) {
    if (!isReadError(cause, join(folder, file))) throw cause;
    // The list continues, as other backups may be readable.
    const problem = `${file} cannot be read (${errorCode(cause)}); give the user of this process access, or check its disk`;
    return { name, verdict: 'unproven', problem, ...(record ? { record } : {}) };
  }
}

async function compare(path: string, record: BackupRecord, prove: Prove): Promise<CheckedBackup> {
  const { name } = record;
  if (!existsSync(path)) return { name, verdict: 'missing', problem: 'its file is gone', record };
  const found = await prove(path, record);
  const problem = isDifferentFile(found, record) ? 'its bytes have changed' : found.problem;
  return problem ? { name, verdict: 'damaged', problem, record } : { name, verdict: 'proven', record };
}

function isReadError(cause: unknown, file: string): boolean {
  const { syscall, path } = cause as { syscall?: string; path?: string };
  return diskFaultKind(cause) !== undefined && (syscall === 'read' || path === file);
}
