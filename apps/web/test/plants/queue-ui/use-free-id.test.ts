import { int64Max } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { freeBeside } from '../../../src/plants/queue-ui/use-free-id.ts';

const queued = (...ids: bigint[]) => ids.map((id) => ({ plant: { id, name: 'Fern' } }));

test('the suggested id is free in the store, and not one of a plant that is on its way there', () => {
  expect(freeBeside(queued(), [[1_063n, 1_162n]])).toBe(1_063n);
  expect(freeBeside(queued(1_064n, 1_063n, 7n), [[1_063n, 1_162n]])).toBe(1_065n);
  // Another person has 1064 and 1065.
  expect(
    freeBeside(queued(1_063n), [
      [1_063n, 1_063n],
      [1_066n, 1_162n],
    ]),
  ).toBe(1_066n);
  expect(freeBeside(queued(int64Max), [[int64Max, int64Max]])).toBeUndefined();
  expect(freeBeside(queued(7n), [])).toBeUndefined();
  expect(freeBeside(queued(7n), undefined)).toBeUndefined();
});
