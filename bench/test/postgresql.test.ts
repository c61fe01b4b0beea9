import { expect, test } from 'vitest';
import { bench } from '../src/bench.ts';
import type { Plan } from '../src/plan.ts';
import { resultsOf } from '../src/results.ts';
import { temporaryFolder } from './temporary.ts';

const plan: Plan = {
  ...{ servers: [], operations: [], connections: [], plantCounts: [] },
  ...{ rounds: 0, warmUpSeconds: 0, seconds: 0 },
  postgresql: {
    subjects: ['one', 'duties'],
    ...{ plants: 200, rounds: 1, warmUpSeconds: 0, seconds: 0.05, sized: 50 },
  },
};

test('the store on PostgreSQL is measured beside a peer that keeps the contract', async () => {
  const outcome = await bench(plan, { folder: temporaryFolder(), say: () => undefined });
  expect(outcome.failures).toEqual([]);
  const results = resultsOf(plan, outcome, new Date());
  const tripsOf = (operation: string) =>
    results.postgresql.filter((row) => row.operation === operation).map(({ roundTrips }) => roundTrips);
  expect(['get', 'list', 'post', 'patch'].map(tripsOf)).toMatchInlineSnapshot(`
    [
      [
        1,
        2,
      ],
      [
        1,
        2,
      ],
      [
        1,
        5,
      ],
      [
        2,
        7,
      ],
    ]
  `);
});
