import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../../core/start-error.ts';
import { makeFolder } from '../../files/durable-file.ts';
import { resolveLinks } from '../../files/file-identity.ts';

/** A name has up to 255 bytes on Linux and macOS, and staging files have names that are some 50 bytes longer. */
const nameMaxBytes = 200;

/** SQLite would leave files beside a folder or a device. Gives the path behind links. @throws StartError */
export function preparePlace(path: string): string {
  const why = problemOf(path);
  if (why) throw new StartError(`DATABASE_URL: cannot read or write ${path} ${why}.`);
  const place = resolveLinks(path);
  makeFolder(dirname(place));
  return place;
}

function problemOf(path: string): string | undefined {
  if (path.split('/').some((name) => Buffer.byteLength(name) > nameMaxBytes))
    return `(ENAMETOOLONG); choose names of at most ${nameMaxBytes} bytes`;
  const folder = existingFolder(path);
  if (!statSync(folder).isDirectory())
    return `(ENOTDIR); ${folder} is a file, so choose a path outside of it`;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return undefined;
  return found.isDirectory()
    ? `(EISDIR); it is a folder, so add the name of a file, such as ${join(path, 'plants.db')}`
    : '(EINVAL); it is a device, a pipe or a socket, so choose the path of a file';
}

function existingFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? folder : existingFolder(folder);
}
