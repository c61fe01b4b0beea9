import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOnce } from '../../src/offline/open-once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the offline page waits for an empty form, and asks a slow store once', () => {
  const open = vi.fn();
  let text = 'Half a na';
  openOnce(() => text !== '', open);
  vi.advanceTimersByTime(10_000);
  expect(open).not.toHaveBeenCalled();
  text = '';
  vi.advanceTimersByTime(60_000);
  expect(open).toHaveBeenCalledOnce();
});

test('the offline page does not open the store if a plant waits again', () => {
  const open = vi.fn();
  openOnce(() => false, open)();
  vi.advanceTimersByTime(60_000);
  expect(open).not.toHaveBeenCalled();
});
