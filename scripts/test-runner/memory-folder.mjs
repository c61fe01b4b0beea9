import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const LEAST_BYTES = 4 * 2 ** 30;

/**
 * A folder in memory for the files of tests, deleted when this process ends. Tests make thousands of commits, and each
 * waits for a disk. Without enough memory the result is `undefined`, and tests use the usual folder.
 */
export function memoryFolder(parent = '/dev/shm') {
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < LEAST_BYTES) return undefined;
    const folder = mkdtempSync(join(parent, 'plant-store-tests-'));
    // PostgreSQL needs access. It does not run as root.
    chmodSync(folder, 0o755);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return undefined;
  }
}
