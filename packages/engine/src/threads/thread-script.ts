import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createCancellationCheck } from './cancellation.ts';
import type { MessageFromThread, MessageToThread, ThreadData } from './messages.ts';
import { serializeError } from './serialized-error.ts';

const port = parentPort as MessagePort;

/** Does the work of a thread that `runThread` started, and sends the result or the error. */
export async function runThreadScript(
  work: (by: ReturnType<typeof createThreadContext>) => Promise<unknown>,
) {
  const send = (message: MessageFromThread) => port.postMessage(message);
  try {
    send({ kind: 'result', result: await work(createThreadContext(send)) });
  } catch (cause) {
    send({ kind: 'failure', failure: serializeError(cause) });
  }
  port.close();
}

function createThreadContext(send: (message: MessageFromThread) => void) {
  const { cancelled } = workerData as ThreadData;
  const work = createCancellationCheck(cancelled, (progress) => send({ kind: 'progress', progress }));
  const messages = on(port, 'message') as AsyncIterable<[MessageToThread]>;
  return {
    ...work,
    committing() {
      work.throwIfCancelled();
      send({ kind: 'committing' });
    },
    committed: (seconds: number) => send({ kind: 'committed', seconds }),
    /** The bytes of the source, chunk by chunk; the memory of a chunk is freed when the next chunk is requested. */
    async *chunks() {
      for await (const [{ bytes }] of messages) {
        work.throwIfCancelled();
        if (!bytes) return;
        yield bytes;
        // Without this, only the garbage collector would free the memory.
        bytes.buffer.transfer(0);
        send({ kind: 'room' });
      }
    },
  };
}
