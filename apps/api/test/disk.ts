import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
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
