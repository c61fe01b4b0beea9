import type { PlantEvent } from '@plant-store/schema';
import type { QueryClient } from '@tanstack/react-query';
import { refetchPlants } from '../queries/list-changes.ts';
import { listsKey, newestKey, nextFreeId, type PlantPages } from '../queries/list-queries.ts';
import type { News } from './feed-loop.ts';

/** The answers to this page's own writes come first: then their plants are in the list, and are no news. */
const ownAnswersMs = 150;

/** Returns a function that shows news, one reading after the other: a quicker one would never end during an import. */
export function newsReader(queries: QueryClient): (news: News) => Promise<void> {
  const waiting: News[] = [];
  let isReading = false;
  return async (news) => {
    waiting.push(news);
    if (isReading) return;
    isReading = true;
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, ownAnswersMs));
      await showNews(queries, waiting.splice(0));
    }
    isReading = false;
  };
}

async function showNews(queries: QueryClient, news: readonly News[]) {
  if (news.includes('restored')) return refetchPlants(queries);
  const isBegun = news.includes('begun');
  const events = news.flatMap((one) => (typeof one === 'string' ? [] : one));
  const keys = isBegun ? [['plant']] : events.map(({ id }) => ['plant', String(id)]);
  if (isBegun || events.some(isNewsTo(queries))) keys.push(newestKey, nextFreeId().queryKey);
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** True for an event after which a plant is in the visible list or not, unlike now. */
function isNewsTo(queries: QueryClient): (event: PlantEvent) => boolean {
  const lists = queries.getQueriesData<PlantPages>({ queryKey: listsKey, type: 'active' });
  const items = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
  const listed = new Set(items.map(({ id }) => id));
  return ({ id, plant }) => listed.has(id) !== (plant !== undefined);
}
