import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runSteps } from '../../core/sql.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { createStatementRunner } from '../connection/prepared-statements.ts';
import type { ThreadModule } from '../connection/thread-module.ts';
import { createFileGuard } from './file-guard.ts';
import { createGroupCommit } from './group-commit.ts';
import { createInbox } from './inbox.ts';
import { createLongWorkRunner } from './long-work.ts';
import type { OpenMessage, Reply, WriterCall, WriterMessage } from './messages.ts';
import { connectForWrites } from './write-connection.ts';

// The write thread has the only connection for writes. While it waits for the disk or locks, other threads continue.

const { path, module } = workerData as { path: string; module: string };
const port = parentPort as MessagePort;

const sendOpening = (opening: OpenMessage) => port.postMessage(opening);

async function serve(
  { connection, log, files }: ReturnType<typeof connectForWrites>,
  { journal, createBackgroundWork }: ThreadModule,
) {
  const guard = createFileGuard(files, log);
  const inbox = createInbox(port);
  function send(message: Omit<WriterMessage, 'logFault'>) {
    const fault = log.fault();
    port.postMessage({ ...message, logFault: fault && serializeError(fault) } satisfies WriterMessage);
  }
  const commitGroup = createGroupCommit({ connection, guard, inbox, journal, send });
  const runLongWork = createLongWorkRunner({ connection, guard, send });
  const run = createStatementRunner(connection);
  const inTransaction = connection.transaction(runSteps<boolean>);
  const background = createBackgroundWork(connection, (unit) =>
    guard.around(() => inTransaction.immediate(unit(), run)),
  );

  const calls: Record<WriterCall['kind'], () => void> = {
    checkLog: log.check,
    save: guard.save,
    background: background.request,
    close: () => {
      guard.save();
      log.close();
    },
  };

  function answer({ id, kind }: { id: number } & WriterCall): Reply {
    try {
      calls[kind]();
      return { id, result: undefined };
    } catch (cause) {
      return { id, failure: serializeError(cause), isOfStore: false };
    }
  }

  sendOpening({ opened: files.opened });
  while (connection.open) {
    if (!background.isDue()) await inbox.waitForWork();
    const call = inbox.takeCall();
    if (call) send({ replies: [answer(call)] });
    else {
      const writes = await commitGroup();
      if (writes > 0) log.noteWrites(writes);
      const long = inbox.longWork();
      if (long && (await runLongWork(long))) {
        inbox.removeLongWork();
        log.noteWrites();
      }
      if (background.update()) log.noteWrites();
    }
  }
  port.close();
}

try {
  const parts = await import(module);
  await serve(connectForWrites(path), parts);
} catch (cause) {
  sendOpening({ failure: serializeError(cause) });
}
