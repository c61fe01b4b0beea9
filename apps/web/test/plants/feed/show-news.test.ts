import type { PlantEvent, StoredPlant } from '@plant-store/schema';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newsReader } from '../../../src/plants/feed/show-news.ts';
import { plantPages } from '../../../src/plants/queries/list-queries.ts';
import { allPlants } from '../../../src/plants/search/plant-search.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const fern: StoredPlant = { id: 1n, name: 'Fern' };

const event = (id: bigint, plant?: StoredPlant): PlantEvent => ({
  ...{ position: 'AA', type: 'plant.changed', at: '2026-11-27T00:00:00.000Z', id },
  ...(plant && { plant }),
});

/** Shows news beside an open list with a fern. `reads` counts how often the newest plants are read. */
function open() {
  const queries = new QueryClient();
  const list = new InfiniteQueryObserver(queries, plantPages(allPlants, { items: [fern] }));
  onTestFinished(list.subscribe(() => undefined));
  const reads: { begun: number; end?: () => void } = { begun: 0 };
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (what) => {
    if (what?.queryKey?.[0] !== 'newest-plants') return;
    reads.begun++;
    await new Promise<void>((resolve) => {
      reads.end = resolve;
    });
  });
  return { tell: newsReader(queries), reads };
}

test('an own plant is no news, the plant of another person is', async () => {
  const { tell, reads } = open();
  for (const known of [event(1n, fern), event(2n)]) void tell([known]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads.begun).toBe(0);
  void tell([event(2n, { id: 2n, name: 'Aloe' })]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads.begun).toBe(1);
});

test('news that come while the newest plants are read cause one further reading', async () => {
  const { tell, reads } = open();
  for (let id = 2n; id < 1_000n; id++) {
    void tell([event(id, { id, name: 'Aloe' })]);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(reads.begun).toBe(1);
  reads.end?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads.begun).toBe(2);
});
