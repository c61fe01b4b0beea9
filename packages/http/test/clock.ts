import { onTestFinished, vi } from 'vitest';

/** Stops the clock 20 seconds into a minute for the rest of the test; timers continue. */
export function stopClock() {
  const minuteMs = 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / minuteMs) * minuteMs + 20_000 });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000) };
}
