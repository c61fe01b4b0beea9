import { constants } from 'node:os';
import { type OnProgress, StartError } from '@plant-store/db';
import { progressLines } from '../store/progress.ts';

/**
 * After the first progress, Ctrl-C, SIGTERM and SIGHUP abort `signal`, or stop the work at its next progress. Before,
 * there is nothing to clean up: they end the process immediately, even during a blocking call to SQLite.
 */
export async function stopOnSignal<T>(
  work: (onProgress: OnProgress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let stoppedBy: NodeJS.Signals | undefined;
  let isBegun = false;
  const stop = (signal: NodeJS.Signals) => {
    stoppedBy = signal;
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const tell = progressLines();
  try {
    return await work((progress) => {
      if (stoppedBy) throw new StartError('Stopped. Nothing was left half done.');
      if (!isBegun) for (const signal of signals) process.on(signal, stop);
      isBegun = true;
      tell(progress);
    }, controller.signal);
  } finally {
    // npm and the terminal may both send a signal. The second one must not end the process immediately either.
    if (stoppedBy) process.exitCode = 128 + constants.signals[stoppedBy];
    else for (const signal of signals) process.off(signal, stop);
  }
}
