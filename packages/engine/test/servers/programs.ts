import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['/usr/sbin', '/usr/bin', '/opt/homebrew/bin', '/usr/local/bin'];

/** The path of an installed program, or `undefined`. */
export const programOf = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
