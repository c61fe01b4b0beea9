import { explain, Problem } from './problem.mjs';
import { exitReason, isStopping, startTask } from './task.mjs';

/**
 * Runs one step of the set-up. Prints the title of a slow step, and the output of a failed step.
 * @param step `{ title, command, args, cwd, env }`
 * @param context `{ say, lock }`
 * @throws Problem with the whole output of the command
 */
export async function runStep(step, { say, lock }) {
  const since = Date.now();
  const seconds = () => `${Math.round((Date.now() - since) / 1000)} s`;
  lock.tell(step.title);
  // A signal kills a step immediately: the next start repairs its files, and Turbo's wrapper ignores SIGTERM.
  const task = startTask(step.command, step.args, { ...step, lock, isCaptured: true, graceMs: 0 });
  let isShown = false;
  const show = () => {
    isShown = true;
    say(`${step.title} …`);
  };
  const timers = [
    setTimeout(show, 700),
    setInterval(
      () =>
        say(`  … ${seconds()}, still at it (a slow or missing network looks like this too; Ctrl-C stops it)`),
      30_000,
    ),
  ];
  const { code, signal, output } = await task.ended;
  for (const timer of timers) clearInterval(timer);
  // The same signal ends this process, so there is no error to report.
  if (isStopping()) return new Promise(() => {});
  if (code === 0) {
    if (isShown) say(`  done in ${seconds()}`);
    return output;
  }
  throw (
    explain(output, output) ??
    new Problem(
      `${step.title}: this failed (${exitReason({ code, signal })}).`,
      'Its whole output is above. Run the same again when the cause is gone.',
      output,
    )
  );
}
