import { constants } from 'node:os';
import { bytesText, durationText, type OnProgress, type Progress, StartError } from '@plant-store/db';

const quietMs = 1_000;
const betweenMs = 2_000;

/** Writes a line on standard error after a second and every two seconds: progress, speed and remaining time. */
export function progressLines(): OnProgress {
  let nextAt = performance.now() + quietMs;
  let since = { doing: '', done: 0, at: 0 };
  return (progress) => {
    if (since.doing !== progress.doing) since = { ...progress, at: performance.now() };
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + betweenMs;
    process.stderr.write(lineOf(progress, since));
  };
}

/**
 * Runs work that would leave files or a sealed store behind after a kill, and prints its progress. After the first
 * progress, Ctrl-C, SIGTERM and SIGHUP cancel the work at its next progress, or as soon as `signal` is aborted. Before
 * that there is nothing to clean up, and a signal ends the process immediately, even during a blocking call to SQLite.
 */
export async function withProgress<T>(
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

function lineOf({ doing, done, total, unit }: Progress, since: { done: number; at: number }): string {
  if (done === 0 && total === 0) return `${doing} …\n`;
  const amount = (value: number) =>
    unit === 'bytes' ? bytesText(value) : `${Math.round(value).toLocaleString('en')} ${unit}`;
  const share = total > 0 ? ` ${Math.floor((done / total) * 100)} %` : '';
  const perMs = (done - since.done) / (performance.now() - since.at);
  const pace = perMs > 0 ? `, ${amount(perMs * 1_000)}/s` : '';
  const left = perMs > 0 && total > 0 ? `, ${durationText((total - done) / perMs)} left` : '';
  return `${doing} …${share} (${amount(done)}${total > 0 ? ` of ${amount(total)}` : ''}${pace}${left})\n`;
}
