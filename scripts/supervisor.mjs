import { setTimeout as wait } from 'node:timers/promises';
import { howEnded } from './how-ended.mjs';

const triesMax = 5;
/** A server that has run this long has no lasting fault, so its tries are counted from zero again. */
const soundMs = 60_000;

/**
 * Runs a server and starts it again when it dies: first after `firstWaitMs`, then after twice as long each time. Resolves
 * to `{ code, signal, tries, hasGivenUp }` when the server ended for good: with exit code 0, before it was ever ready
 * (such as for a wrong setting), or after five tries in a row that each lasted less than a minute.
 * @param start starts the server, calls its argument when the server is ready, and resolves when the server has ended
 * @param options `isWanted()` turns false when all servers must end
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
