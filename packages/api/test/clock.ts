import { onTestFinished, vi } from 'vitest';

/** Stops the clock 20 seconds into a minute for the rest of the test; timers continue. */
export function stopClock() {
  const minuteMs = 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / minuteMs) * minuteMs + 20_000 });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000) };
}

const realNow = performance.now.bind(performance);

/**
 * Moves `performance.now()`, the clock of the server's caches, forward for the rest of the test. Timers and `Date` do
 * not change.
 */
export function skipSeconds(seconds: number) {
  const aheadMs = performance.now() - realNow() + seconds * 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
}
