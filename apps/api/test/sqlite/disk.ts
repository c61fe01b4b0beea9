import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@plant-store/db/testing';
import { onTestFinished } from 'vitest';

/** Mounting takes root; a test that needs it must not pass where root cannot mount. */
export const isRoot = process.getuid?.() === 0;

/** A disk of its own with that much space, empty; gone when the test is over. */
export function mountDisk(sizeBytes: number) {
  const folder = newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    path: (name: string) => join(folder, name),
    /** Takes all the space there is. */
    fill() {
      for (const bytes of [1024 * 1024, 4096, 1]) appendUntilFull(filler, Buffer.alloc(bytes));
    },
    /** Gives it back. */
    free: () => rmSync(filler),
  };
}

function appendUntilFull(file: string, bytes: Buffer) {
  for (;;) {
    try {
      appendFileSync(file, bytes);
    } catch (cause) {
      if ((cause as { code?: string }).code === 'ENOSPC') return;
      throw cause;
    }
  }
}

/** A disk on which calls can be made to fail for a server that is started with `settings`. */
export function failingDisk() {
  const folder = newFolder();
  const library = join(folder, 'failing-calls.so');
  const list = join(folder, 'failing-calls');
  const source = join(import.meta.dirname, 'failing-calls.c');
  execFileSync('cc', ['-shared', '-fPIC', '-Wall', '-Werror', '-o', library, source, '-ldl']);
  return {
    settings: { LD_PRELOAD: library, FAILING_CALLS: list },
    /** From now on these calls fail, each given as `sync plants.db-wal`. */
    fail: (...calls: string[]) => writeFileSync(list, calls.map((call) => `${call}\n`).join('')),
    mend: () => rmSync(list),
  };
}
