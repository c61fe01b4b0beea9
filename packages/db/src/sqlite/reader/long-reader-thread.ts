import { parentPort, workerData } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';
import { runSteps, type Steps } from '../../core/sql.ts';
import { inodeOf } from '../../files/file-identity.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { preparer } from '../connection/prepared-statements.ts';
import { type FromThread, replaced, type ToThread } from './long-reader.ts';
import { type LongRead, longReads } from './long-reads.ts';

// The thread for long reads: what is asked comes in, one after the other, what was found or a failure goes out.

const { path, file } = workerData as { path: string; file: bigint };

let open: { connection: SqliteConnection.Database; read(asked: LongRead): unknown } | undefined;

parentPort?.on('message', (message: ToThread) => {
  if (message === 'close') {
    open?.connection.close();
    parentPort?.close();
  } else parentPort?.postMessage(answer(message));
});

function answer(asked: LongRead): FromThread {
  try {
    open ??= connect();
    return { found: open.read(asked) };
  } catch (cause) {
    return { failure: serializeError(cause) };
  }
}

/** Opens the file that the store has open, which may have been replaced. */
function connect() {
  const connection = new SqliteConnection(path, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    if (inodeOf(path) !== file)
      throw Object.assign(new Error('another file is in place'), { code: replaced });
    const run = preparer(connection);
    // A read sees one moment of the store.
    const read = connection.transaction(({ name, input }: LongRead) =>
      runSteps((longReads[name] as (input: unknown) => Steps<unknown>)(input), run),
    );
    return { connection, read };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}
