import { parentPort, workerData } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';
import { runSteps, type Steps } from '../../core/sql.ts';
import { inodeOf } from '../../files/file-identity.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { createStatementRunner } from '../connection/prepared-statements.ts';
import type { ThreadModule } from '../connection/thread-module.ts';
import { type LongRead, type LongReaderRequest, type LongReadReply, replaced } from './long-reader.ts';

const { path, file, module } = workerData as { path: string; file: bigint; module: string };
const { longReads }: ThreadModule = await import(module);

let open: { connection: SqliteConnection.Database; read(request: LongRead): unknown } | undefined;

parentPort?.on('message', (message: LongReaderRequest) => {
  if (message === 'close') {
    open?.connection.close();
    parentPort?.close();
  } else parentPort?.postMessage(answer(message));
});

function answer(request: LongRead): LongReadReply {
  try {
    open ??= connect();
    return { result: open.read(request) };
  } catch (cause) {
    return { failure: serializeError(cause) };
  }
}

/** Opens the file of the store. @throws when another file has replaced the store */
function connect() {
  const connection = new SqliteConnection(path, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    if (inodeOf(path) !== file)
      throw Object.assign(new Error('another file is in place'), { code: replaced });
    const run = createStatementRunner(connection);
    // Each read runs on one snapshot of the store.
    const read = connection.transaction(({ name, input }: LongRead) =>
      runSteps((longReads[name] as (input: unknown) => Steps<unknown>)(input), run),
    );
    return { connection, read };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}
