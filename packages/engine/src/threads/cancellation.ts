import type { OnProgress, Progress } from '../core/progress.ts';
import type { WorkOptions } from '../core/unit-of-work.ts';

const reportEveryMs = 100;

/** @param onCancel wakes a waiting thread @throws the reason of a signal that is already aborted */
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
    flag,
    cancel,
    report(progress: Progress) {
      try {
        onProgress?.(progress);
      } catch (cause) {
        cancel(cause);
      }
    },
    causeOr: (failure: unknown) => (cancelled ? cancelled.cause : failure),
    dispose: () => signal?.removeEventListener('abort', onAbort),
  };
}

export function createCancellationCheck(flag: SharedArrayBuffer, report: OnProgress) {
  const isCancelled = new Int32Array(flag);
  let reportedAt = Number.NEGATIVE_INFINITY;
  let doing: string | undefined;
  const throwIfCancelled = () => {
    if (Atomics.load(isCancelled, 0) !== 0) throw new Error('the work was cancelled');
  };
  return {
    throwIfCancelled,
    onProgress(progress: Progress) {
      throwIfCancelled();
      if (progress.doing === doing && performance.now() - reportedAt < reportEveryMs) return;
      reportedAt = performance.now();
      ({ doing } = progress);
      report(progress);
    },
  };
}
