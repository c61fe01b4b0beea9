import { constants } from 'node:os';
import { bytesText, type OnProgress, StartError } from '@plant-store/db';

const quietMs = 1_000;
const betweenMs = 2_000;

/**
 * Runs something long: after a second, and every other second, a line on standard error says how far it is. Ctrl-C and
 * SIGTERM make it give up in good order, with nothing half done.
 */
export async function withProgress<T>(work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  let stoppedBy: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals) => {
    stoppedBy = signal;
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  let nextAt = performance.now() + quietMs;
  try {
    return await work(({ doing, done, total, unit }) => {
      if (stoppedBy) throw new StartError('Stopped, with nothing left half done.');
      if (performance.now() < nextAt) return;
      nextAt = performance.now() + betweenMs;
      const amount = (value: number) =>
        unit === 'bytes' ? bytesText(value) : `${value.toLocaleString('en')} ${unit}`;
      const share = `${Math.floor((done / total) * 100)} % (${amount(done)} of ${amount(total)})`;
      process.stderr.write(`${doing} … ${total > 0 ? share : ''}\n`);
    });
  } finally {
    for (const signal of signals) process.off(signal, stop);
    if (stoppedBy) process.exitCode = 128 + constants.signals[stoppedBy];
  }
}
