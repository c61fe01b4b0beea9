import { expect, test, vi } from 'vitest';
import { loadOnce } from '../../src/access/load-once.ts';

test('everybody who asks shares one load', async () => {
  const load = vi.fn(async () => ({}));
  const get = loadOnce(load);
  const [first, second] = await Promise.all([get(), get()]);
  expect(second).toBe(first);
  expect(await get()).toBe(first);
  expect(load).toHaveBeenCalledOnce();
});

test('a load that failed is tried again by the next who asks', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error('not now')).mockResolvedValue('loaded');
  const get = loadOnce(load);
  await expect(get()).rejects.toThrow('not now');
  expect(await get()).toBe('loaded');
});
