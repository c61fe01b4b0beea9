import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, restoreAndCompare } from '../sqlite/proof.ts';
import type { OnProgress } from './problem.ts';
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

/** Reads a whole backup and says what it is worth. With `restoreTo` it is restored to there as well, and compared. */
export async function check(
  folder: string,
  name: string,
  onProgress: OnProgress,
  restoreTo?: string,
): Promise<Found> {
  const path = join(folder, `${name}.db`);
  const record = readRecord(folder, name);
  if (!record)
    return hasRecord(folder, name)
      ? { name, verdict: 'damaged', problem: `its record ${name}.json is not as it was written` }
      : { name, verdict: 'unproven', problem: `it has no record ${name}.json` };
  if (!existsSync(path)) return { name, verdict: 'missing', problem: 'its file is gone', record };
  const found: Awaited<ReturnType<typeof restoreAndCompare>> = restoreTo
    ? await restoreAndCompare(path, restoreTo, record.tables, onProgress)
    : await fingerprintOf(path, `reading ${name}`, onProgress);
  const isSame = found.bytes === record.bytes && found.sha256 === record.sha256;
  const problem = isSame ? found.problem : 'its bytes are not those that were written';
  return problem ? { name, verdict: 'damaged', problem, record } : { name, verdict: 'proven', record };
}
