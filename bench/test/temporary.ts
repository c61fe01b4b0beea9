import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeStoreFile } from '../src/store-file.ts';

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store with plants 1 to `count`. */
export async function temporaryStore(count: number): Promise<string> {
  const file = join(temporaryFolder(), 'plants.db');
  await makeStoreFile(file, count);
  return file;
}
