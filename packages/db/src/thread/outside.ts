import { Worker } from 'node:worker_threads';
import { unavailable } from '../engine/unavailable.ts';
import { errorOf } from './failure.ts';
import type { Wanted } from './long-work.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';

/** How many pieces may be on their way to a thread. */
const piecesMax = 8;
/** V8 lets as much garbage pile up as fits here before it looks for what is still needed. */
const youngMb = 8;

export type Started<Result> = {
  /** What the thread gives; or what it fails with, with nothing stored unless the error says otherwise. */
  result: Promise<Result>;
  /** Resolves when the thread is gone, after what it did behind the result. */
  ended: Promise<void>;
};

type Options = Wanted & {
  /** Keeps others from writing; gives what ends that. */
  lock(): Promise<(seconds?: number) => void>;
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
  const window = createWindow(piecesMax);
  const writing = createWriting(options.lock, () => post({ kind: 'go' }));
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'room') window.open();
    else if (message.kind === 'lock') void writing.begin();
    else if (message.kind === 'committing') writing.isUncertain = true;
    else if (message.kind === 'unlock') writing.end(message.seconds);
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
  if (source) pump(source, { window, over, post }).catch(cancel);
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
      writing.end();
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
function createWriting(lock: Options['lock'], go: () => void) {
  let unlock: ((seconds?: number) => void) | undefined;
  let isOver = false;
  const writing = {
    isUncertain: false,
    async begin() {
      isOver = false;
      const locked = await lock();
      if (isOver) return locked();
      unlock = locked;
      go();
    },
    /** Also when the thread is gone, which then holds no lock of the database any more. */
    end(seconds?: number) {
      isOver = true;
      writing.isUncertain = false;
      unlock?.(seconds);
      unlock = undefined;
    },
  };
  return writing;
}

/** Lets so many through before it has to be opened for each. */
function createWindow(size: number) {
  let room = size;
  let isOpen: (() => void) | undefined;
  return {
    open() {
      room++;
      isOpen?.();
    },
    async pass() {
      if (room === 0) await new Promise<void>((resolve) => (isOpen = resolve));
      room--;
    },
  };
}

type Way = {
  window: ReturnType<typeof createWindow>;
  over: Promise<undefined>;
  post(message: ToThread, moved?: ArrayBuffer[]): void;
};

async function pump(source: AsyncIterable<Uint8Array>, { window, over, post }: Way) {
  const pieces = source[Symbol.asyncIterator]();
  for (;;) {
    await Promise.race([window.pass(), over]);
    const step = await Promise.race([pieces.next(), over]);
    if (!step) return void pieces.return?.();
    if (step.done) return post({ kind: 'piece' });
    const bytes = ownedBytes(step.value);
    post({ kind: 'piece', bytes }, [bytes.buffer]);
  }
}

/**
 * A piece that can be given away. One that is alone in its memory is given away itself: copies of all of a file would be
 * there until the collector finds them, and it is in no hurry with memory that is not its own.
 */
function ownedBytes(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = piece;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(piece);
}
