import { createHash } from 'node:crypto';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import SqliteConnection from 'better-sqlite3';
import type { OnProgress } from '../backup/problem.ts';
import type { TableContent } from './content.ts';
import { hash } from './snapshot.ts';

/** The size and the SHA-256 of a file, which tell any other file from it. */
export type Fingerprint = { bytes: number; sha256: string };

/**
 * Restores a backup to `to`, a new file for its owner alone, and compares what came out with what was taken.
 * @returns the backup's fingerprint, and what is wrong with it, in words, if anything is
 */
export async function restoreAndCompare(
  backup: string,
  to: string,
  expected: TableContent[],
  onProgress: OnProgress,
): Promise<Fingerprint & { problem?: string }> {
  rmSync(to, { force: true });
  const fingerprint = await fingerprintOf(backup, 'restoring it to compare', onProgress, to);
  const problem = await problemOf(to, expected, onProgress);
  return { ...fingerprint, ...(problem ? { problem } : {}) };
}

/** Reads all of a file, and copies what it read to `copyTo`, a new file, if that is given; `doing` says why. */
export async function fingerprintOf(
  path: string,
  doing: string,
  onProgress: OnProgress,
  copyTo?: string,
): Promise<Fingerprint> {
  const sha256 = createHash('sha256');
  const { size: total } = statSync(path);
  let bytes = 0;
  const copy = copyTo ? await open(copyTo, 'wx', 0o600) : undefined;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      sha256.update(chunk);
      await copy?.writeFile(chunk);
      bytes += chunk.length;
      onProgress({ doing, done: bytes, total, unit: 'bytes' });
    }
  } finally {
    await copy?.close();
  }
  return { bytes, sha256: sha256.digest('hex') };
}

async function problemOf(
  path: string,
  expected: TableContent[],
  onProgress: OnProgress,
): Promise<string | undefined> {
  try {
    const connection = new SqliteConnection(path, { readonly: true, fileMustExist: true });
    try {
      onProgress({ doing: 'checking its integrity', done: 0, total: statSync(path).size, unit: 'bytes' });
      const verdict = connection.pragma('integrity_check(1)', { simple: true });
      if (verdict !== 'ok') return `SQLite finds it damaged: ${verdict}`;
      const restored = await hash(connection, 'comparing', onProgress, expected);
      const different = restored.filter((table, index) => !isDeepStrictEqual(table, expected[index]));
      return different.length > 0
        ? `it differs in ${different.map(({ name }) => name).join(', ')}`
        : undefined;
    } finally {
      connection.close();
    }
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    if (!/^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(String(code))) throw cause;
    return `SQLite cannot read it (${code})`;
  }
}
