import { request } from 'node:http';
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

test('another method, another path, a page and another host do not reset', async () => {
  const before = resets;
  const get = await fetch(url);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${url}x`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(url, { method: 'POST', headers: { origin: 'http://127.0.0.1:3000' } })).status).toBe(
    403,
  );
  // DNS rebinding: the name of another site leads to this address.
  const status = await new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers: { host: 'evil.example' } }, (answer) =>
      resolve(answer.resume().statusCode),
    );
    sent.end();
  });
  expect(status).toBe(403);
  expect(resets).toBe(before);
});
