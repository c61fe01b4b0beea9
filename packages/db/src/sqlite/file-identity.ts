import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Which file has this name now: another one, where it was removed and made again, has another number. */
export const fileAt = (path: string): bigint | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** More links than this in a row lead nowhere (Linux, path_resolution(7)). */
const linksMax = 40;

/** Where links at `path` lead to, whether a file is there or not: SQLite keeps what belongs to a database beside that. */
export function behindLinks(path: string): string {
  let place = path;
  for (let links = 0; links < linksMax; links++) {
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) break;
    place = resolve(realpathSync(dirname(place)), readlinkSync(place));
  }
  return place;
}
