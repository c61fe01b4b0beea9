import { statSync } from 'node:fs';

/** Which file has this name now: another one, where it was removed and made again, has another number. */
export const fileAt = (path: string): bigint | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
