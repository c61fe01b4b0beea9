import type { QueryClient } from '@tanstack/react-query';
import { openChannel } from '../queue/tab.ts';
import { feedName, signedIn } from './feed-channel.ts';
import { followFeed, type News } from './feed-loop.ts';
import { viewOfPage } from './list-view.ts';
import { newsReader } from './show-news.ts';

/** Over plain HTTP a browser has no locks. Then each page asks, and no answer holds one of its few connections. */
const alone = { waitSeconds: 0, leastMs: 1_500 };

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

async function follow(tell: (news: News) => void, signal: AbortSignal) {
  // News of the tab that follows; or that a person has signed in.
  const channel = openChannel(feedName, (message) =>
    message === signedIn ? dispatchEvent(new Event(signedIn)) : tell(message as News),
  );
  signal.addEventListener('abort', () => channel?.close());
  try {
    await followTogether(tell, channel, signal);
  } catch {
    if (!signal.aborted) await followFeed(tell, signal, alone);
  }
}

/**
 * Of all visible tabs of a browser, one follows: a browser has six connections to a store without HTTP/2, and a request
 * that waits in each tab would leave none.
 * @throws if the browser has no locks, or blocks cookies and refuses them
 */
async function followTogether(
  tell: (news: News) => void,
  channel: BroadcastChannel | undefined,
  signal: AbortSignal,
) {
  const tellAll = (news: News) => {
    channel?.postMessage(news);
    tell(news);
  };
  const lead = async (lock: Lock | null) => {
    if (lock) await followFeed(tellAll, signal);
    return lock !== null;
  };
  if (await navigator.locks.request(feedName, { ifAvailable: true }, lead)) return;
  // This tab may have missed news before. The other tab may still wait for the sign-in that was made here.
  tell('begun');
  channel?.postMessage(signedIn);
  await navigator.locks.request(feedName, { signal }, lead);
}
