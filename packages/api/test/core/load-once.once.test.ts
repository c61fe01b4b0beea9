import { expect, test, vi } from 'vitest';
import { loadOnce } from '../../src/core/load-once.ts';

test('concurrent callers share one load', async () => {
  const load = vi.fn(async () => ({}));
  const get = loadOnce(load);
  const [first, second] = await Promise.all([get(), get()]);
  expect(second).toBe(first);
  expect(await get()).toBe(first);
  expect(load).toHaveBeenCalledOnce();
});

test('a call after a failed load loads again', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error('not now')).mockResolvedValue('loaded');
  const get = loadOnce(load);
  await expect(get()).rejects.toThrow('not now');
  expect(await get()).toBe('loaded');
});

test('callers of a failed load share the next load too', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error('not now')).mockResolvedValue('loaded');
  const get = loadOnce(load);
  const again = () => get().catch(get);
  expect(await Promise.all([again(), again()])).toEqual(['loaded', 'loaded']);
  expect(load).toHaveBeenCalledTimes(2);
});
