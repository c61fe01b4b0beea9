import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@plant-store/db/testing';

/** Makes disk calls fail on demand in a server with these `settings`. */
export function failingDisk() {
  const folder = newFolder();
  const library = join(folder, 'failing-calls.so');
  const list = join(folder, 'failing-calls');
  const source = join(import.meta.dirname, 'failing-calls.c');
  execFileSync('cc', ['-shared', '-fPIC', '-Wall', '-Werror', '-o', library, source, '-ldl']);
  return {
    settings: { LD_PRELOAD: library, FAILING_CALLS: list },
    /** Makes these calls fail from now on. Each is named with its file, such as `sync plants.db-wal`. */
    fail: (...calls: string[]) => writeFileSync(list, calls.map((call) => `${call}\n`).join('')),
    mend: () => rmSync(list),
  };
}
