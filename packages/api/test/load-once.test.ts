import { expect, test, vi } from 'vitest';
import { loadOnce } from '../src/load-once.ts';

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

test('those who shared a load that failed share the next one too', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error('not now')).mockResolvedValue('loaded');
  const get = loadOnce(load);
  const again = () => get().catch(get);
  expect(await Promise.all([again(), again()])).toEqual(['loaded', 'loaded']);
  expect(load).toHaveBeenCalledTimes(2);
});
