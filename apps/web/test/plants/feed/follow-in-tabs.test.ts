import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { followWhileVisible } from '../../../src/plants/feed/follow-in-tabs.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a browser without locks reads the newest plants every 20 s, while the page is visible', async () => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: true });
  const queries = new QueryClient();
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const looks = () =>
    invalidate.mock.calls.filter(([what]) => what?.queryKey?.[0] === 'newest-plants').length;
  const stop = new AbortController();
  followWhileVisible(queries, stop.signal);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(looks()).toBe(3);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(looks()).toBe(3);
  stop.abort();
});
