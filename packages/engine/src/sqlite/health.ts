import { dirname } from 'node:path';
import type SqliteConnection from 'better-sqlite3';
import { queueFull } from '../core/unavailable.ts';
import { queueMax } from '../core/waiting.ts';
import { assertSpaceForWrites, isDiskFull } from '../files/disk-space.ts';
import { withReadFaults } from '../files/fault.ts';
import { assertInPlace, type FileWatch } from './file/file-watch.ts';
import { assertInUse } from './file/seal.ts';
import type { Writer } from './writer/writer.ts';

/** The time for which a fault is cached, as each check uses the disk. */
const faultCacheMs = 500;

type Parts = {
  path: string;
  connection: SqliteConnection.Database;
  files: FileWatch;
  writer: Writer;
  repeatFailedRead(): Promise<void>;
  reads: string[];
};

/** Writes only after a fault or on a full disk; a running move is no fault. @throws StoreError with the fault */
export function createHealthCheck({
  path,
  connection,
  files,
  writer,
  repeatFailedRead,
  reads,
}: Parts): () => Promise<void> {
  const prepared = reads.map((sql) => connection.prepare(sql).safeIntegers());
  let latest: { verdict: Promise<void>; cachedUntil: number } | undefined;

  async function examine() {
    assertInPlace(files, writer, 'nothing can be stored');
    if (writer.queued() >= queueMax) throw queueFull();
    withReadFaults(() => {
      for (const read of prepared) read.all();
      assertInUse(connection);
    });
    await repeatFailedRead();
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
