import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createCancellationCheck } from './cancellation.ts';
import type { MessageFromThread, MessageToThread, ThreadData } from './messages.ts';
import { serializeError } from './serialized-error.ts';

const port = parentPort as MessagePort;

/** Does the work of a thread that `runThread` started, and sends its result or its failure. */
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

/** The ways in which the work of a thread talks to the one that started the thread. */
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
    /** The bytes of the source, piece by piece; the memory of each is given back when the next one is asked for. */
    async *chunks() {
      for await (const [{ bytes }] of messages) {
        work.throwIfCancelled();
        if (!bytes) return;
        yield bytes;
        // The collector would give it back later.
        bytes.buffer.transfer(0);
        send({ kind: 'room' });
      }
    },
  };
}
