import { dirname } from 'node:path';
import type SqliteConnection from 'better-sqlite3';
import { queueFull, queueMax } from '../engine/unavailable.ts';
import type { Writer } from '../sqlite-write/writer.ts';
import { assertSpace, seemsFull } from './disk-space.ts';
import { checkFault } from './fault.ts';
import { assertInPlace, type FileWatch } from './file-watch.ts';
import { assertNotMoved } from './seal.ts';

/** For how long a fault that was found is not looked for again: finding it costs the disk something. */
const believedMs = 500;

type Parts = {
  path: string;
  connection: SqliteConnection.Database;
  files: FileWatch;
  writer: Writer;
};

/**
 * Whether the store can do its work: its files are in place, it can be read, it has not moved elsewhere, and, after a
 * fault or on a disk that seems full, it can be written. Nothing is written while all is well.
 * @throws StoreError that says what is wrong.
 */
export function createHealth({ path, connection, files, writer }: Parts): () => Promise<void> {
  const read = connection.prepare('SELECT 1 FROM "plants" LIMIT 1');
  let latest: { verdict: Promise<void>; believedUntil: number } | undefined;

  async function examine() {
    assertInPlace(files, writer, 'nothing can be stored');
    if (writer.queued() >= queueMax) throw queueFull();
    checkFault(() => read.get());
    checkFault(() => assertNotMoved(connection));
    await writer.log.check();
    if (!writer.hasFault() && !seemsFull(dirname(path))) return;
    await assertSpace(path);
    await writer.probe();
  }

  return () => {
    if (latest && performance.now() < latest.believedUntil) return latest.verdict;
    const current = { verdict: examine(), believedUntil: Number.POSITIVE_INFINITY };
    current.verdict.then(
      () => (current.believedUntil = 0),
      () => (current.believedUntil = performance.now() + believedMs),
    );
    latest = current;
    return current.verdict;
  };
}
