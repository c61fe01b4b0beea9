import { tokens } from '@plant-store/db';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stopClock } from '../clock.ts';
import { startStore } from '../store.ts';

test('the address of a use is stored once a minute for each token', async () => {
  const { url, db } = await startStore();
  const { token, value } = await tokens.create(db, { name: 'till', scopes: ['plants:read'] });
  const clock = stopClock();
  const later = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => later.mockRestore());
  /** How many times a use is to be stored in five seconds. */
  const planned = () => later.mock.calls.filter(([, ms]) => ms === 5_000).length;
  const use = (from: string) =>
    fetch(`${url}/plants`, { headers: { authorization: `Bearer ${value}`, 'x-forwarded-for': from } });
  await use('203.0.113.7');
  await use('203.0.113.8');
  expect(planned()).toBe(1);
  clock.pass(60);
  await use('203.0.113.9');
  expect(planned()).toBe(2);
  expect((await tokens.get(db, token.id))?.lastUsedFrom).not.toBe('203.0.113.8');
});
