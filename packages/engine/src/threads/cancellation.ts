import type { OnProgress, Progress } from '../core/progress.ts';
import type { WorkOptions } from '../core/unit-of-work.ts';

/** The minimum time between two progress reports of a thread, in milliseconds. */
const reportEveryMs = 100;

/**
 * The part of the caller: long work runs in a thread until the work ends, or until the caller cancels it.
 * @param onCancel wakes a waiting thread when the caller cancels
 * @throws the reason of a signal that is already aborted
 */
export function createCancellation({ onProgress, signal }: WorkOptions, onCancel = () => {}) {
  signal?.throwIfAborted();
  const flag = new SharedArrayBuffer(4);
  let cancelled: { cause: unknown } | undefined;
  function cancel(cause: unknown) {
    cancelled ??= { cause };
    Atomics.store(new Int32Array(flag), 0, 1);
    onCancel();
  }
  const onAbort = () => cancel(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    /** A flag for the thread; it is not 0 once the caller has cancelled the work. */
    flag,
    cancel,
    /** Reports progress to the caller, who may cancel the work by throwing. */
    report(progress: Progress) {
      try {
        onProgress?.(progress);
      } catch (cause) {
        cancel(cause);
      }
    },
    /** The cause of the cancellation, or else the error of the thread. */
    causeOr: (failure: unknown) => (cancelled ? cancelled.cause : failure),
    dispose: () => signal?.removeEventListener('abort', onAbort),
  };
}

export function createCancellationCheck(flag: SharedArrayBuffer, report: OnProgress) {
  const isCancelled = new Int32Array(flag);
  let reportedAt = Number.NEGATIVE_INFINITY;
  let doing: string | undefined;
  /** @throws when the caller has cancelled the work */
  const throwIfCancelled = () => {
    if (Atomics.load(isCancelled, 0) !== 0) throw new Error('the work was cancelled');
  };
  return {
    throwIfCancelled,
    /** Reports progress from time to time. @throws when the caller has cancelled the work */
    onProgress(progress: Progress) {
      throwIfCancelled();
      if (progress.doing === doing && performance.now() - reportedAt < reportEveryMs) return;
      reportedAt = performance.now();
      ({ doing } = progress);
      report(progress);
    },
  };
}
