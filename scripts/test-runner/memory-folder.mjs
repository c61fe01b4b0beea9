import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const LEAST_BYTES = 4 * 2 ** 30;

/**
 * A folder in memory for what tests make, gone when this process ends: on a disk each of their thousands of commits
 * waits for it, which shows nothing. Undefined where there is no room for one: then they use the usual folder.
 */
export function memoryFolder(parent = '/dev/shm') {
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < LEAST_BYTES) return undefined;
    const folder = mkdtempSync(join(parent, 'plant-store-tests-'));
    // PostgreSQL, which root cannot run as itself, has to get through.
    chmodSync(folder, 0o755);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return undefined;
  }
}
