import { Worker } from 'node:worker_threads';
import { unavailable } from '../core/unavailable.ts';
import type { WorkOptions } from '../core/unit-of-work.ts';
import { createCancellation } from './cancellation.ts';
import { createChunkSender } from './chunk-sender.ts';
import type { MessageFromThread, MessageToThread, ThreadData } from './messages.ts';
import { deserializeError } from './serialized-error.ts';

/** The size of the young generation in the thread's heap, in MB. V8 collects garbage when it is full. */
const youngMb = 8;

type Options = WorkOptions & {
  /** The source, read as fast as the thread accepts it. A buffer that a chunk fills is transferred to the thread. */
  source: AsyncIterable<Uint8Array>;
  onCommit?(seconds: number): void;
};

/** Resolves when the thread has ended. @throws the error of the work, with nothing stored unless it says otherwise */
export async function runThread<Result>(script: URL, data: object, options: Options): Promise<Result> {
  const { source, onCommit } = options;
  const cancellation = createCancellation(options, () => post({}));
  const worker = new Worker(script, {
    workerData: { ...data, cancelled: cancellation.flag } satisfies ThreadData,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  const post = (message: MessageToThread, moved: ArrayBuffer[] = []) => worker.postMessage(message, moved);
  const { promise: whenOver, resolve: end } = Promise.withResolvers<void>();
  const sender = createChunkSender(source, { whenOver, post });
  sender.done.catch(cancellation.cancel);
  let error: unknown;
  let outcome = (): Result => {
    throw notRun(error);
  };
  worker.on('message', (message: MessageFromThread) => {
    if (message.kind === 'room') return sender.addRoom();
    if (message.kind === 'progress') return cancellation.report(message.progress);
    if (message.kind === 'committed') return onCommit?.(message.seconds);
    outcome = () => {
      if (message.kind === 'committing') throw uncertain(error);
      if (message.kind === 'failure') throw cancellation.causeOr(deserializeError(message.failure));
      return message.result as Result;
    };
    if (message.kind !== 'committing') end();
  });
  worker.on('error', (cause) => {
    error = cause;
  });
  await new Promise((resolve) => worker.on('exit', resolve));
  end();
  cancellation.dispose();
  return outcome();
}

/** A thread reports every error of its work, so it did not start, or its memory was too small. */
const notRun = (cause: unknown) =>
  unavailable(
    'the system cannot run this now; nothing was stored, try again later, ' +
      'and if it happens again, give the store more memory and open files (ulimit -n)',
    cause,
  );

const uncertain = (cause: unknown) =>
  unavailable(
    'the store failed during the write, so it may or may not have been stored; read it before you try again',
    cause,
  );
