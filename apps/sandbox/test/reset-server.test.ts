import { expect, test } from 'vitest';
import { startResetServer } from '../src/reset-server.ts';

let resets = 0;
const url = await startResetServer(async () => {
  if (++resets === 2) throw new Error('The disk is full.');
});

test('a POST resets, and a failed reset says so', async () => {
  expect((await fetch(url, { method: 'POST' })).status).toBe(204);
  const failed = await fetch(url, { method: 'POST', body: 'anything' });
  expect(failed.status).toBe(500);
  expect(await failed.text()).toBe('The sandbox is unchanged. The disk is full.\n');
});

test('another method and another path do not reset', async () => {
  const before = resets;
  const get = await fetch(url);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${url}x`, { method: 'POST' })).status).toBe(404);
  expect(resets).toBe(before);
});
