import { expect, test } from 'vitest';
import { createRateLimit } from '../../src/limits/rate-limit.ts';
import { stopClock } from '../clock.ts';

test('the remaining seconds are rounded up, so that no client retries too early', () => {
  const clock = stopClock();
  const limit = createRateLimit({ name: 'writes', quota: 3, windowSeconds: 60 });
  limit.consume('till');
  clock.pass(38.999);
  expect(limit.stateHeader(2)).toBe('"writes";r=2;t=2');
  clock.pass(0.001);
  expect(limit.stateHeader(2)).toBe('"writes";r=2;t=1');
});
