import { constants } from 'node:os';
import { bytesText, durationText, type OnProgress, StartError } from '@plant-store/db';

const quietMs = 1_000;
const betweenMs = 2_000;

/**
 * Runs something long: after a second, and every other second, a line on standard error says how far it is, how fast,
 * and for how long still. Ctrl-C and SIGTERM make it give up in good order, with nothing half done: at the next word of
 * progress, or, where there may be none for long, as soon as `signal` is aborted.
 */
export async function withProgress<T>(
  work: (onProgress: OnProgress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let stoppedBy: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals) => {
    stoppedBy = signal;
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  let nextAt = performance.now() + quietMs;
  let since = { doing: '', done: 0, at: 0 };
  try {
    return await work((progress) => {
      if (stoppedBy) throw new StartError('Stopped, with nothing left half done.');
      if (since.doing !== progress.doing) since = { ...progress, at: performance.now() };
      if (performance.now() < nextAt) return;
      nextAt = performance.now() + betweenMs;
      process.stderr.write(lineOf(progress, since));
    }, controller.signal);
  } finally {
    // A signal may come twice, from npm and from the terminal: the second finds the first still minded.
    if (stoppedBy) process.exitCode = 128 + constants.signals[stoppedBy];
    else for (const signal of signals) process.off(signal, stop);
  }
}

type Progress = Parameters<OnProgress>[0];

function lineOf({ doing, done, total, unit }: Progress, since: { done: number; at: number }): string {
  const amount = (value: number) =>
    unit === 'bytes' ? bytesText(value) : `${Math.round(value).toLocaleString('en')} ${unit}`;
  const share = total > 0 ? ` ${Math.floor((done / total) * 100)} %` : '';
  const perMs = (done - since.done) / (performance.now() - since.at);
  const pace = perMs > 0 ? `, ${amount(perMs * 1_000)}/s, ${durationText((total - done) / perMs)} left` : '';
  return `${doing} …${share} (${amount(done)} of ${amount(total)}${pace})\n`;
}
