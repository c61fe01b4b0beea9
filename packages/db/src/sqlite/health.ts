import { dirname } from 'node:path';
import type SqliteConnection from 'better-sqlite3';
import { queueFull, queueMax } from '../core/unavailable.ts';
import { assertSpaceForWrites, isDiskFull } from '../files/disk-space.ts';
import { withReadFaults } from '../files/fault.ts';
import { assertInPlace, type FileWatch } from './file/file-watch.ts';
import { assertNotMoved } from './file/seal.ts';
import type { Writer } from './writer/writer.ts';

/** The time for which a fault is cached, as each check uses the disk. */
const faultCacheMs = 500;

type Parts = {
  path: string;
  connection: SqliteConnection.Database;
  files: FileWatch;
  writer: Writer;
};

/**
 * Asserts that the files are in place, and that the store can be read and has not moved. After a fault, or on a full
 * disk, it also tests a write. It writes nothing while the store has no fault.
 * @throws StoreError with the fault
 */
export function createHealthCheck({ path, connection, files, writer }: Parts): () => Promise<void> {
  const read = connection.prepare('SELECT 1 FROM "plants" LIMIT 1');
  let latest: { verdict: Promise<void>; cachedUntil: number } | undefined;

  async function examine() {
    assertInPlace(files, writer, 'nothing can be stored');
    if (writer.queued() >= queueMax) throw queueFull();
    withReadFaults(() => read.get());
    withReadFaults(() => assertNotMoved(connection));
    await writer.checkLog();
    if (!writer.hasFault() && !isDiskFull(dirname(path))) return;
    await assertSpaceForWrites(path);
    await writer.probe();
  }

  return () => {
    if (latest && performance.now() < latest.cachedUntil) return latest.verdict;
    const current = { verdict: examine(), cachedUntil: Number.POSITIVE_INFINITY };
    current.verdict.then(
      () => (current.cachedUntil = 0),
      () => (current.cachedUntil = performance.now() + faultCacheMs),
    );
    latest = current;
    return current.verdict;
  };
}
