import { setTimeout as wait } from 'node:timers/promises';
import { howEnded } from './how-ended.mjs';

const triesMax = 5;
/** A server that ran for so long had no lasting fault: its tries are counted from the first again. */
const soundMs = 60_000;

/**
 * Runs a server, and starts it again where it died: after `firstWaitMs`, then after twice as long each time. Resolves to
 * `{ code, signal, tries, hasGivenUp }` when it ended for good: by its own will (exit code 0), before it was ever ready,
 * such as for a wrong setting, or after five tries none of which lasted a minute.
 * @param start starts the server, and calls the function it is given when the server is ready; resolves when it has ended
 * @param options `isWanted()` is false from when all are to end
 */
export async function keepRunning(start, { name, firstWaitMs, isWanted, say = console.error }) {
  let tries = 0;
  let wasReady = false;
  for (;;) {
    let sound;
    const ended = await start(() => {
      wasReady = true;
      sound = setTimeout(() => {
        tries = 0;
      }, soundMs).unref();
    });
    clearTimeout(sound);
    const hasGivenUp = tries === triesMax;
    if (!isWanted() || !wasReady || ended.code === 0 || hasGivenUp) return { ...ended, tries, hasGivenUp };
    const waitMs = firstWaitMs * 2 ** tries;
    tries++;
    say(
      `✖ The ${name} ended (${howEnded(ended)}). It starts again in ${waitMs / 1000} s (try ${tries} of ${triesMax}).`,
    );
    await wait(waitMs);
    if (!isWanted()) return { ...ended, tries, hasGivenUp };
  }
}
