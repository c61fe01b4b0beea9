import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The set-up unpacks programs here that would begin to serve if they were installed. */
export const unpacked = join(import.meta.dirname, '../../../../.cache/programs');

const folders = [
  ...['/usr/sbin', '/usr/bin', '/opt/homebrew/bin', '/usr/local/bin'],
  ...['usr/sbin', 'usr/bin'].map((folder) => join(unpacked, folder)),
];

/** The path of an installed program, or `undefined`. */
export const programOf = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
