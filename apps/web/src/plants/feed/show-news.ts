import type { PlantEvent } from '@plant-store/schema';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { failureIn, isSessionEnded } from '../../api/attempt.ts';
import { refetchPlants, searchOf, showTaken, visibleLists } from '../queries/list-changes.ts';
import { freeIds, listsKey, type PlantPages, rowsOf } from '../queries/list-queries.ts';
import { plantCount } from '../search/count-queries.ts';
import type { News } from './feed-loop.ts';
import type { ListView } from './list-view.ts';
import { readList } from './read-list.ts';

/**
 * Or `opened`: news have not reached a list that was opened. Or `released`: the person has left the rows that news had to
 * leave in their places.
 */
type ToShow = News | 'opened' | 'released';

/** The answers to this page's own writes come first. */
const ownAnswersMs = 150;
/** The least time between two readings, and their part of the time: a long list is read less often. */
const leastMs = 1_000;
const readingPart = 1 / 4;
/** After a reading that failed. */
const retryMs = 5_000;

/** Returns a function that shows news, one reading after the other: a quicker one would never end during an import. */
export function newsReader(queries: QueryClient, view: () => ListView, signal: AbortSignal) {
  const waiting: ToShow[] = [];
  let isReading = false;
  let holds = false;
  const tell = async (news: ToShow): Promise<void> => {
    if (news === 'released' && !holds) return;
    waiting.push(news);
    if (isReading) return;
    isReading = true;
    await pause(ownAnswersMs);
    while (waiting.length > 0 && !signal.aborted) {
      const begun = performance.now();
      let isFailed = false;
      try {
        holds = await showNews(queries, waiting.splice(0), view);
      } catch (cause) {
        isFailed = true;
        // A fault of the program would come again with each try, so it is reported. The next news try again.
        if ((cause as Error).name !== 'TRPCClientError') reportError(cause);
        // A session that ended begins again with all news.
        else if (!isSessionEnded(failureIn(cause))) waiting.push('opened');
      }
      const tookMs = performance.now() - begun;
      await pause(isFailed ? retryMs : Math.max(leastMs, tookMs / readingPart) - tookMs);
    }
    isReading = false;
  };
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    const isOpened = type === 'observerAdded' && query.queryKey[0] === listsKey[0];
    if (isOpened && query.state.isInvalidated) void tell('opened');
  });
  signal.addEventListener('abort', stop);
  return tell;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @returns true if a list does not show all news, so that nothing moves that the person reads or edits */
async function showNews(
  queries: QueryClient,
  news: readonly ToShow[],
  view: () => ListView,
): Promise<boolean> {
  if (news.includes('restored')) {
    void queries.invalidateQueries({ queryKey: ['receipts'] });
    await refetchPlants(queries);
    return false;
  }
  const isBegun = news.includes('begun');
  const events = news.flatMap((one) => (typeof one === 'string' ? [] : one));
  showTaken(queries, new Set(events.flatMap(({ id, plant }) => (plant ? id : []))));
  const keys = isBegun ? [['plant']] : events.map(({ id }) => ['plant', String(id)]);
  if (isBegun || events.some(isNewsTo(queries))) keys.push(freeIds().queryKey);
  keys.push(['tags'], ['statistics'], ['receipts']);
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  // A list that is not open now is read when it is opened.
  void queries.invalidateQueries({ queryKey: listsKey, refetchType: 'none' });
  const lists = visibleLists(queries);
  const counted = new Set(lists.map(({ queryKey }) => hashKey(plantCount(searchOf(queryKey)).queryKey)));
  void queries.invalidateQueries({
    queryKey: ['plant-count'],
    predicate: ({ queryHash }) => !counted.has(queryHash),
  });
  let holds = false;
  for (const list of lists) if (await readList(queries, list, view)) holds = true;
  return holds;
}

/** True for an event after which a plant is in the visible list or not, unlike now. */
function isNewsTo(queries: QueryClient): (event: PlantEvent) => boolean {
  const lists = visibleLists(queries).map(({ state }) => state.data as PlantPages | undefined);
  const listed = new Set(lists.flatMap((list) => (list ? rowsOf(list).map(({ id }) => id) : [])));
  return ({ id, plant }) => listed.has(id) !== (plant !== undefined);
}
