import type { PlantEvent } from '@plant-store/schema';
import { attempt, isError, isSessionEnded } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { isOffline } from '../../api/offline.ts';
import { listen } from '../../ui/listen.ts';
import { signedIn } from './feed-channel.ts';

/** Events of the feed. Or `begun`: anything may have changed until now; after `restored` also backwards. */
export type News = readonly PlantEvent[] | 'begun' | 'restored';

const waitSeconds = 20;
/** An answer that comes later was lost, for instance while the computer slept. */
const answerMs = (waitSeconds + 10) * 1_000;
/** A page with more events is behind: it begins again, which costs less than to read them all. */
const eventsMax = 100;
/** The least time between two requests, also if the store answers them all at once. */
const leastMs = 1_000;
const pauseMaxMs = 60_000;

type Pace = { waitSeconds: number; leastMs: number };

const ask = (after: string | undefined, wait: number, signal: AbortSignal) =>
  browserClient.events.list.query(
    // Without a position the answer is the present end of the feed.
    after === undefined ? {} : { after, limit: eventsMax, wait },
    { signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) },
  );

/**
 * Follows the feed from now on, until `signal` aborts or the session may not read it. After the end of the session it waits
 * for the event `signedIn` of the page. It reports no failure.
 * @param pace how long the store holds an answer, and the least time between two requests
 */
export async function followFeed(
  tell: (news: News) => void,
  signal: AbortSignal,
  pace: Pace = { waitSeconds, leastMs },
): Promise<void> {
  let after: string | undefined;
  let isRestored = false;
  let failures = 0;
  while (!signal.aborted) {
    const begun = performance.now();
    const { value, failure } = await attempt(() => ask(after, pace.waitSeconds, signal));
    if (signal.aborted) return;
    if (failure) {
      if (isError(failure, 'scopeMissing')) return;
      isRestored ||= isError(failure, 'gone');
      after = undefined;
      failures = isSessionEnded(failure) ? 0 : failures + 1;
      if (failures === 0) await pause(Number.POSITIVE_INFINITY, [signedIn], signal);
    } else {
      const { items, nextCursor } = value;
      const isBehind = items.length === eventsMax;
      if (after === undefined) tell(isRestored ? 'restored' : 'begun');
      else if (items.length > 0 && !isBehind) tell(items);
      isRestored = false;
      after = isBehind ? undefined : nextCursor;
      failures = 0;
    }
    const ms = failures > 0 ? retryMs(failures) : begun + pace.leastMs - performance.now();
    await pause(ms, ['online'], signal);
  }
}

/** Doubles from some two seconds on. The random part spreads the requests of many browsers after a failure. */
const retryMs = (failures: number): number =>
  isOffline() ? pauseMaxMs : Math.min(leastMs * 2 ** failures, pauseMaxMs) * (0.5 + Math.random() / 2);

/** Ends early at one of these events of the page, such as `online`. An endless pause only ends so. */
async function pause(ms: number, events: readonly string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
  const ends = [listen(globalThis, events, resolve), listen(signal, ['abort'], resolve)];
  await promise;
  clearTimeout(timer);
  for (const end of ends) end();
}
