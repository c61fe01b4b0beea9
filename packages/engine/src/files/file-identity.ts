import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The number of the file with this name; another file has another number. */
export const inodeOf = (path: string): bigint | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** The maximum number of links that Linux follows (path_resolution(7)). */
const linksMax = 40;

/** The path behind links, even of a missing file, as SQLite keeps its other files there. */
export function resolveLinks(path: string): string {
  let place = path;
  for (let links = 0; links < linksMax; links++) {
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) break;
    place = resolve(realpathSync(dirname(place)), readlinkSync(place));
  }
  return place;
}
