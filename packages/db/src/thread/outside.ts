import { Worker } from 'node:worker_threads';
import { unavailable } from '../engine/unavailable.ts';
import { errorOf } from './failure.ts';
import type { FromThread, ThreadData, ToThread, Unlocked } from './messages.ts';
import type { Wanted } from './named-unit.ts';
import { createPump } from './pump.ts';

/** V8 lets as much garbage pile up as fits here before it looks for what is still needed. */
const youngMb = 8;

export type Started<Result> = {
  /** What the thread gives; or what it fails with, with nothing stored unless the error says otherwise. */
  result: Promise<Result>;
  /** Resolves when the thread is gone, after what it did behind the result. */
  ended: Promise<void>;
};

/** That others do not write now, until `unlock`; `told` is for the thread to know. */
export type Lock = { told?: unknown; unlock(unlocked: Unlocked): void };

type Options = Wanted & {
  /** Keeps others from writing. */
  lock(): Promise<Lock>;
  /**
   * What the thread reads. It is asked for no more than the thread takes. A piece that fills its memory is taken away
   * from who gives it.
   */
  source?: AsyncIterable<Uint8Array> | undefined;
  onEnd?(note: unknown): void;
};

/** Starts a thread of this program that works as `workInside` does. */
export function startThread<Result>(script: URL, data: object, options: Options): Started<Result> {
  const { signal, source, onProgress, onEnd } = options;
  const isCancelled = new SharedArrayBuffer(4);
  const worker = new Worker(script, {
    workerData: { ...data, isCancelled } satisfies ThreadData,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
  const over = result.then(
    () => undefined,
    () => undefined,
  );
  const post = (message: ToThread, moved: ArrayBuffer[] = []) => worker.postMessage(message, moved);
  let cancelledBy: { cause: unknown } | undefined;
  const cancel = (cause: unknown) => {
    cancelledBy ??= { cause };
    Atomics.store(new Int32Array(isCancelled), 0, 1);
    // It may wait for a message.
    post({ kind: 'piece' });
  };
  const pump = source && createPump(source, { over, post });
  pump?.done.catch(cancel);
  const writing = createWriting(options.lock, (told) => post({ kind: 'go', told }));
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'room') pump?.open();
    else if (message.kind === 'lock') void writing.begin();
    else if (message.kind === 'committing') writing.isUncertain = true;
    else if (message.kind === 'unlock') writing.end(message.unlocked);
    else if (message.kind === 'end') onEnd?.(message.note);
    else if (message.kind === 'result') resolve(message.result as Result);
    else if (message.kind === 'failure') reject(cancelledBy ? cancelledBy.cause : errorOf(message.failure));
    else tell(message);
  });
  const tell = ({ progress }: Extract<FromThread, { kind: 'progress' }>) => {
    try {
      onProgress?.(progress);
    } catch (cause) {
      cancel(cause);
    }
  };
  const onAbort = () => cancel(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  const ended = new Promise<void>((settle) => {
    let failure: unknown;
    worker.on('error', (cause) => {
      failure = cause;
    });
    worker.on('exit', () => {
      // Nothing where it has told what came of it.
      reject(
        writing.isUncertain
          ? uncertain(failure)
          : new Error('a thread ended at its work', { cause: failure }),
      );
      writing.end({});
      signal?.removeEventListener('abort', onAbort);
      settle();
    });
  });
  return { result, ended };
}

const uncertain = (cause: unknown) =>
  unavailable(
    'the store failed while it stored this, and it is not certain whether it did; read it before you try again',
    cause,
  );

/** The time in which a thread may write. */
function createWriting(lock: Options['lock'], go: (told: unknown) => void) {
  let locked: Lock | undefined;
  let isOver = false;
  const writing = {
    isUncertain: false,
    async begin() {
      isOver = false;
      const mine = await lock();
      if (isOver) return mine.unlock({});
      locked = mine;
      go(mine.told);
    },
    /** Also when the thread is gone, which then holds no lock of the database any more. */
    end(unlocked: Unlocked) {
      isOver = true;
      writing.isUncertain = false;
      locked?.unlock(unlocked);
      locked = undefined;
    },
  };
  return writing;
}
