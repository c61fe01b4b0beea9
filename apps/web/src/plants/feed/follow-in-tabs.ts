import type { QueryClient } from '@tanstack/react-query';
import { openChannel } from '../queue/tab.ts';
import { followFeed, type News } from './feed-loop.ts';
import { newsReader } from './show-news.ts';

/** The tab with this lock follows the feed, and tells the other tabs on the channel of the same name. */
const name = 'plant-store-feed';
/** How often a page looks without locks: over plain HTTP a browser has none. */
const lookMs = 20_000;

/** Shows news of the feed while the page is visible, until `signal` aborts. */
export function followWhileVisible(queries: QueryClient, signal: AbortSignal) {
  const tell = newsReader(queries);
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
  look();
}

async function follow(tell: (news: News) => void, signal: AbortSignal) {
  try {
    await followTogether(tell, signal);
  } catch {
    if (signal.aborted) return;
    const timer = setInterval(() => tell('begun'), lookMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  }
}

/**
 * Of all visible tabs of a browser, one follows: a browser has six connections to a store without HTTP/2, and a request
 * that waits in each tab would leave none. @throws if the browser has no locks, or blocks cookies and refuses them
 */
async function followTogether(tell: (news: News) => void, signal: AbortSignal) {
  const channel = openChannel(name, (news) => tell(news as News));
  signal.addEventListener('abort', () => channel?.close());
  const lead = () =>
    followFeed((news) => {
      channel?.postMessage(news);
      tell(news);
    }, signal);
  const isFirst = await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? lead().then(() => true) : false,
  );
  if (isFirst || signal.aborted) return;
  // What happened before the channel was open.
  tell('begun');
  await navigator.locks.request(name, { signal }, lead);
}
