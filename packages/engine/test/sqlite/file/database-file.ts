import { hash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newFolder } from '../../testing.ts';

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

/** The modes of all files in a folder, as three digits. */
export const modesIn = (folder: string) =>
  readdirSync(folder).map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`);

/** A folder of another user, open to all users, with a umask that removes no permission. */
export function openFolder(): string {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const folder = join(newFolder(), 'shared');
  mkdirSync(folder, { mode: 0o777 });
  return folder;
}
