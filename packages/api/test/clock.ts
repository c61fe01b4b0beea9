import { vi } from 'vitest';

export { stopClock } from '@plant-store/http/testing';

const realNow = performance.now.bind(performance);

/**
 * Moves `performance.now()`, the clock of the server's caches, forward for the rest of the test. Timers and `Date` do
 * not change.
 */
export function skipSeconds(seconds: number) {
  const aheadMs = performance.now() - realNow() + seconds * 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
}
