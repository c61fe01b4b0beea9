import { afterEach, beforeEach, expect, vi } from 'vitest';

// What is written to console.error is a failure that nobody looked at.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
