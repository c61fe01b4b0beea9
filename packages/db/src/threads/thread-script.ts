import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { cancellableBy } from './cancellation.ts';
import { failureOf } from './failure.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';

const port = parentPort as MessagePort;

/** Does the work of a thread that `runThread` started, and sends its result or its failure. */
export async function workInside(work: (by: ReturnType<typeof inside>) => Promise<unknown>) {
  const tell = (message: FromThread) => port.postMessage(message);
  try {
    tell({ kind: 'result', result: await work(inside(tell)) });
  } catch (cause) {
    tell({ kind: 'failure', failure: failureOf(cause) });
  }
  port.close();
}

/** The ways in which the work of a thread talks to the one that started the thread. */
function inside(tell: (message: FromThread) => void) {
  const { cancelled } = workerData as ThreadData;
  const work = cancellableBy(cancelled, (progress) => tell({ kind: 'progress', progress }));
  const messages = on(port, 'message') as AsyncIterable<[ToThread]>;
  return {
    ...work,
    committing() {
      work.assertWanted();
      tell({ kind: 'committing' });
    },
    committed: (seconds: number) => tell({ kind: 'committed', seconds }),
    /** The bytes of the source, piece by piece; the memory of each is given back when the next one is asked for. */
    async *pieces() {
      for await (const [{ bytes }] of messages) {
        work.assertWanted();
        if (!bytes) return;
        yield bytes;
        // The collector would give it back later.
        bytes.buffer.transfer(0);
        tell({ kind: 'room' });
      }
    },
  };
}
