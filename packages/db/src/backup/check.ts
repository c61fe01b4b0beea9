import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OnProgress } from '../core/progress.ts';
import { diskFaultKind, errorCode } from '../files/fault.ts';
import { type BackupRecord, hasRecord, readRecord } from './backup-record.ts';
import { type Fingerprint, fingerprintOf, isDifferentFile } from './fingerprint.ts';

/**
 * The state of a backup. Proven: all bytes are equal to those at its proof. Damaged: some bytes have changed. Unproven:
 * the record or the backup cannot be read. Missing: only the record exists.
 */
export type CheckedBackup = {
  name: string;
  verdict: 'proven' | 'damaged' | 'unproven' | 'missing';
  problem?: string;
  record?: BackupRecord;
};

/** Restores a backup and compares its content. */
export type Prove = (path: string, record: BackupRecord) => Promise<Fingerprint & { problem?: string }>;

/** Reads a whole backup and gives its state; `prove` may find a further problem. */
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

/** Whether the error is about reading the backup `file`, not about the restored file. */
function isReadError(cause: unknown, file: string): boolean {
  const { syscall, path } = cause as { syscall?: string; path?: string };
  return diskFaultKind(cause) !== undefined && (syscall === 'read' || path === file);
}
