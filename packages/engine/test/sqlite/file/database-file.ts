import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

export const pageBytes = 4096;

export const fileHash = (path: string): string => hash('sha256', readFileSync(path));

/** Writes into a file directly, without SQLite. */
export function overwrite(path: string, position: number, bytes: Buffer) {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
}

/** Overwrites a page of a database, counted from 0, with random bytes. */
export const breakPage = (path: string, page: number) =>
  overwrite(path, page * pageBytes, Buffer.alloc(pageBytes, 0x5a));
