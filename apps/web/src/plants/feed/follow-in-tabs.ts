import type { QueryClient } from '@tanstack/react-query';
import { openChannel } from '../queue/tab.ts';
import { feedName, signedIn } from './feed-channel.ts';
import { followFeed, type News } from './feed-loop.ts';
import { viewOfPage } from './list-view.ts';
import { newsReader } from './show-news.ts';

/** Over plain HTTP a browser has no locks. Then each page asks, and no answer holds one of its few connections. */
const alone = { waitSeconds: 0, leastMs: 1_500 };
/** The time between two signs of life of the following tab. After three missing ones, another tab takes over. */
const aliveMs = 5_000;
const missingMax = 3;

/** Shows news of the feed while the page is visible, until `signal` aborts. */
export function followWhileVisible(queries: QueryClient, signal: AbortSignal) {
  const tell = newsReader(queries, viewOfPage, signal);
  let visit = new AbortController();
  visit.abort();
  const look = () => {
    if (document.visibilityState === 'hidden' || signal.aborted) visit.abort();
    else if (visit.signal.aborted) {
      visit = new AbortController();
      void follow(tell, visit.signal);
    }
  };
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', look);
  document.addEventListener('focusout', () => tell('released'), { signal });
  const onScrollEnd = () => viewOfPage().first === undefined && tell('released');
  document.addEventListener('scrollend', onScrollEnd, { signal });
  look();
}

/** News of the tab that follows; or a sign of its life; or that a person has signed in. */
type Message = News | 'alive' | typeof signedIn;

async function follow(tell: (news: News) => void, signal: AbortSignal) {
  const channel = openChannel(feedName, (data) => {
    const message = data as Message;
    if (message === signedIn) dispatchEvent(new Event(signedIn));
    else if (message !== 'alive') tell(message);
  });
  signal.addEventListener('abort', () => channel?.close());
  try {
    await followTogether(tell, channel, signal);
  } catch {
    if (!signal.aborted) await followFeed(tell, signal, alone);
  }
}

/**
 * Of all visible tabs of a browser, one follows: a browser has six connections to a store without HTTP/2, and a request
 * that waits in each tab would leave none. If it hangs, another takes over.
 * @throws if the browser has no locks, or blocks cookies and refuses them
 */
async function followTogether(
  tell: (news: News) => void,
  channel: BroadcastChannel | undefined,
  signal: AbortSignal,
) {
  const say = (message: Message) => channel?.postMessage(message);
  let turn: AbortController | undefined;
  const lead = async (lock: Lock | null) => {
    if (!lock) return false;
    turn = new AbortController();
    say('alive');
    const timer = setInterval(() => say('alive'), aliveMs);
    const tellAll = (news: News) => {
      say(news);
      tell(news);
    };
    await followFeed(tellAll, AbortSignal.any([signal, turn.signal]));
    clearInterval(timer);
    return true;
  };
  let options: LockOptions = { ifAvailable: true };
  while (!signal.aborted) {
    try {
      if (await navigator.locks.request(feedName, options, lead)) return;
      // This tab may have missed news before. The other tab may still wait for the sign-in that was made here.
      tell('begun');
      say(signedIn);
      options = { signal: silenceOf(channel, signal) };
    } catch (cause) {
      if (options.signal?.aborted && !turn) options = { steal: true };
      else if (!turn) throw cause;
      else {
        // Another tab has taken over, because this one hung.
        turn.abort();
        turn = undefined;
        options = { ifAvailable: true };
      }
    }
  }
}

/** Aborts with `signal`, or when the tab that follows has given no sign of life for some time. */
function silenceOf(channel: BroadcastChannel | undefined, signal: AbortSignal): AbortSignal {
  const silence = new AbortController();
  let missing = 0;
  const timer = channel && setInterval(() => ++missing >= missingMax && end(), aliveMs);
  const end = () => {
    clearInterval(timer);
    silence.abort();
  };
  signal.addEventListener('abort', end);
  const onMessage = () => {
    missing = 0;
  };
  channel?.addEventListener('message', onMessage, { signal: silence.signal });
  return silence.signal;
}
