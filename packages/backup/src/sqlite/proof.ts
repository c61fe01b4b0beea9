import { rmSync, statSync } from 'node:fs';
import { diskFaultKind, errorCode, type OnProgress } from '@plant-store/engine';
import { withSqlite } from '@plant-store/engine/sqlite/file';
import type { ExpectedBackup } from '../backup/backup-engine.ts';
import { contentOf, differenceOf, type TableContent } from '../backup/content.ts';
import { fingerprintOf, isDifferentFile, type Proof } from '../backup/fingerprint.ts';
import { sqliteContent } from './content.ts';

/** Restores a backup to a new private file `to`, and compares it. @returns its fingerprint, and its problem if any */
export async function restoreAndCompare(
  backup: string,
  expected: ExpectedBackup,
  to: string,
  onProgress: OnProgress,
): Promise<Proof> {
  rmSync(to, { force: true });
  const fingerprint = await fingerprintOf(backup, 'restoring the backup for comparison', onProgress, to);
  if (isDifferentFile(fingerprint, expected)) return fingerprint;
  return { ...fingerprint, problem: await findProblem(to, expected.tables, onProgress) };
}

async function findProblem(
  path: string,
  expected: TableContent[],
  onProgress: OnProgress,
): Promise<string | undefined> {
  try {
    return await withSqlite(path, { readonly: true, fileMustExist: true }, async (connection) => {
      onProgress({ doing: 'checking its integrity', done: 0, total: statSync(path).size, unit: 'bytes' });
      const verdict = connection.pragma('integrity_check(1)', { simple: true });
      if (verdict !== 'ok') return `SQLite reports damage: ${verdict}`;
      const restored = await contentOf(sqliteContent(connection), expected, 'comparing', onProgress);
      return differenceOf(restored, expected);
    });
  } catch (cause) {
    const code = errorCode(cause);
    // SQLite reports a damaged schema as an error of the SQL statement.
    if (diskFaultKind(cause) !== 'damaged' && code !== 'SQLITE_ERROR') throw cause;
    return `SQLite cannot read it (${code})`;
  }
}
