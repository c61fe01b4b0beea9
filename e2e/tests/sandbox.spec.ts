import { once } from 'node:events';
import { request } from 'node:http';
import { expect, signIn, test } from '../fixtures.ts';

test('a reset forgets plants, tokens, sessions and idempotency keys', async ({ page, sandbox, store }) => {
  const reset = async () => expect((await fetch(sandbox.resetUrl, { method: 'POST' })).status).toBe(204);
  const withKey = (token: string, key: string) =>
    fetch(`${store.apiUrl}/plants`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: '{"id":7,"name":"Fern"}',
    });
  await signIn(page, store);
  const { token, revoke } = await store.makeToken('till', ['plants:write']);
  expect((await withKey(token, 'one')).status).toBe(200);
  await reset();
  expect(await store.list()).toBe('[]');
  expect((await withKey(token, 'one')).status).toBe(401);
  await expect(revoke()).rejects.toThrow();
  await page.goto(store.webUrl);
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  const again = await withKey(store.token, 'one');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
});

test('a request that is under way at a reset leaves no plant', async ({ sandbox, store }) => {
  for (const url of [`${store.apiUrl}/plants`, `${store.webUrl}/api/plants`]) {
    const body = '{"id":7,"name":"Late"}';
    const headers = {
      authorization: `Bearer ${store.token}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      expect: '100-continue',
    };
    const slow = request(url, { method: 'POST', headers });
    slow.flushHeaders();
    await once(slow, 'continue');
    await fetch(sandbox.resetUrl, { method: 'POST' });
    slow.end(body);
    const [answer] = await once(slow, 'response');
    answer.resume();
    expect(await store.list()).toBe('[]');
    await store.add({ id: 7, name: 'Next' });
    await Promise.all([store.add({ id: 8, name: 'Early' }), fetch(sandbox.resetUrl, { method: 'POST' })]);
    expect(await store.list()).not.toContain('Next');
  }
});
