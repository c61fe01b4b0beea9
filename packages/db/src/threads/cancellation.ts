import type { WorkOptions } from '../core/named-unit.ts';
import type { OnProgress, Progress } from '../core/progress.ts';

/** How often a thread reports progress at most, in milliseconds. */
const reportEveryMs = 100;

/**
 * The side of the caller: long work runs in a thread until it ends, or until the caller cancels it.
 * @param onCancel wakes a thread that waits, when the caller cancels
 * @throws the reason of a signal that is aborted already
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
    /** The thread reads this flag; it is not 0 once the caller has cancelled the work. */
    flag,
    cancel,
    /** Passes progress on to the caller, who cancels the work by throwing. */
    report(progress: Progress) {
      try {
        onProgress?.(progress);
      } catch (cause) {
        cancel(cause);
      }
    },
    /** The cause of the cancellation, or else the error that the thread ended with. */
    causeOr: (failure: unknown) => (cancelled ? cancelled.cause : failure),
    dispose: () => signal?.removeEventListener('abort', onAbort),
  };
}

/** The side of the thread. */
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
    /** Reports progress now and then. @throws when the caller has cancelled the work */
    onProgress(progress: Progress) {
      throwIfCancelled();
      if (progress.doing === doing && performance.now() - reportedAt < reportEveryMs) return;
      reportedAt = performance.now();
      ({ doing } = progress);
      report(progress);
    },
  };
}
