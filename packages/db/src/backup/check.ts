import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OnProgress } from '../progress.ts';
import { type Fingerprint, fingerprintOf, isOther } from './fingerprint.ts';
import { type BackupRecord, hasRecord, readRecord } from './record.ts';

/**
 * A backup as it is found now. Proven: each of its bytes is as it was when it was last restored and compared. Damaged:
 * something is not. Unproven: there is no record to compare it with. Missing: there is a record only.
 */
export type Found = {
  name: string;
  verdict: 'proven' | 'damaged' | 'unproven' | 'missing';
  /** Why it is not proven. */
  problem?: string;
  record?: BackupRecord;
};

/** Restores a backup and compares it, beyond reading it. */
export type Prove = (path: string, record: BackupRecord) => Promise<Fingerprint & { problem?: string }>;

/** Reads a whole backup and says what it is worth; with `prove`, that has to find no problem either. */
export async function check(
  folder: string,
  name: string,
  onProgress: OnProgress,
  prove: Prove = (path) => fingerprintOf(path, `reading ${name}`, onProgress),
): Promise<Found> {
  const record = readRecord(folder, name);
  if (!record)
    return hasRecord(folder, name)
      ? { name, verdict: 'damaged', problem: `its record ${name}.json is not as it was written` }
      : { name, verdict: 'unproven', problem: `it has no record ${name}.json` };
  const path = join(folder, record.file);
  if (!existsSync(path)) return { name, verdict: 'missing', problem: 'its file is gone', record };
  const found = await prove(path, record);
  const problem = isOther(found, record) ? 'its bytes are not those that were written' : found.problem;
  return problem ? { name, verdict: 'damaged', problem, record } : { name, verdict: 'proven', record };
}
