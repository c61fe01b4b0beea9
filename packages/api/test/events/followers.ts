import { expect } from 'vitest';
import { sampled, scrape } from '../monitoring/scraped.ts';
import type { Store } from '../store.ts';

export const fern = (id: number) => ({ id, name: 'Fern' });
/** The event of a new fern. */
export const created = (id: number) =>
  expect.objectContaining({ id, type: 'plant.created', plant: expect.objectContaining(fern(id)) });

/** Waits until so many requests wait for an event. */
export const untilWaiting = (store: Store, count: number) =>
  expect.poll(async () => sampled(await scrape(store), 'http_requests_waiting')).toBe(count);

/** Follows the feed from its present end, and waits until the request waits with `others`. */
export async function follow(store: Store, { token, others = 0 }: { token?: string; others?: number } = {}) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const leave = new AbortController();
  const answer = answerOf(store.send('/events?wait=30', { headers, signal: leave.signal }));
  answer.catch(() => undefined);
  await untilWaiting(store, others + 1);
  return { answer, leave: () => leave.abort() };
}

const answerOf = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return { status, headers, body: await (await answer).json() };
};
