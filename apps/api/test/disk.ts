import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@plant-store/db/testing';
import { onTestFinished } from 'vitest';

/** Only root can mount. A test must not pass without its mount. */
export const isRoot = process.getuid?.() === 0;

/** An empty disk of this size; removed when the test ends. */
export function mountDisk(sizeBytes: number) {
  const folder = newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    path: (name: string) => join(folder, name),
    /** Fills the whole disk. */
    fill() {
      for (const bytes of [1024 * 1024, 4096, 1]) appendUntilFull(filler, Buffer.alloc(bytes));
    },
    /** Frees the space again. */
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
