import { explain, Problem } from './problem.mjs';
import { isStopping } from './stop-signals.mjs';
import { startTask } from './task.mjs';

/**
 * Runs one step of the set-up to its end: its title is shown once it takes a moment, its output only if it fails.
 * @param step `{ title, command, args, cwd, env }`
 * @param context `{ say, lock }`
 * @throws Problem with the command's whole output
 */
export async function runStep(step, { say, lock }) {
  const since = Date.now();
  const seconds = () => `${Math.round((Date.now() - since) / 1000)} s`;
  lock.tell(step.title);
  // No grace: the next start repairs what a killed step leaves, and Turbo's wrapper does not heed SIGTERM.
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
  // It was ended together with us: there is nothing to go on with, and nothing to complain of.
  if (isStopping()) return new Promise(() => {});
  if (code === 0) {
    if (isShown) say(`  done in ${seconds()}`);
    return output;
  }
  throw (
    explain(output, output) ??
    new Problem(
      `${step.title}: this failed (${signal ?? `exit code ${code}`}).`,
      'Its whole output is above. Run the same again when the cause is gone.',
      output,
    )
  );
}
