import { constants } from 'node:os';
import { endTasks } from './task.mjs';

let firstAt = 0;

/** Whether this process is on its way out because it was told to. */
export function isStopping() {
  return firstAt > 0;
}

/**
 * From here on Ctrl-C, SIGTERM, SIGHUP and the death of npm end every task and then this process, with the exit code
 * that shells expect of the signal. A second Ctrl-C ends them at once.
 * Returns the function that takes this back.
 */
export function endOnSignals(say = () => {}) {
  const stop = async (signal) => {
    // npm passes on a Ctrl-C that the terminal has sent us as well: two within moments are one.
    if (firstAt && Date.now() - firstAt < 300) return;
    const isAgain = firstAt > 0;
    if (!isAgain) firstAt = Date.now();
    if (!isAgain) say();
    await endTasks(isAgain, signal);
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const timer = endWithNpm(() => stop('SIGHUP'));
  return () => {
    for (const signal of signals) process.off(signal, stop);
    clearInterval(timer);
  };
}

/** The scripts in package.json begin with `exec`, so that our parent is npm itself and not a shell in between. */
function endWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, 500);
  return timer.unref();
}
