import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Makes a folder and its parents, for the owner alone: its content gives access to the store. */
export function makeFolder(folder: string) {
  // Makes the folders one by one: Node's own `recursive` never returns if a folder cannot be made, as in /proc.
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EEXIST') throw cause;
  }
}

/** Returns once the content of a file, or the names in a folder, are on disk. */
export function syncToDisk(path: string) {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes a file if that is possible. It cleans up after work, whose outcome stands. */
export function removeIfPossible(path: string) {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder or its disk has a fault. The file stays until the next work of the same kind.
  }
}

/** Scratch files have names that begin so. A killed process leaves them. */
export const scratchName = '.unfinished';

/** Writes a text to a file, for its owner alone. At any moment the file has its old or its new content, complete. */
export function writeDurably(path: string, text: string) {
  const draft = join(dirname(path), `${scratchName}-${basename(path)}`);
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, path);
    syncToDisk(dirname(path));
  } finally {
    removeIfPossible(draft);
  }
}
