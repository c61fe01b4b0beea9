import { afterEach, beforeEach, expect, vi } from 'vitest';
import { patienceMs } from './patience.ts';

// These functions have no time limit in Vitest's settings, so the default is replaced here.
const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const patient = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: patienceMs, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
