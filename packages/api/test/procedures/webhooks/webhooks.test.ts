import type { IssuedWebhook } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { type Store, shareStore, startStore } from '../../store.ts';
import { told } from '../audit/told.ts';

const postTo = ({ send }: Store, body: unknown, headers: Record<string, string> = {}) =>
  send('/webhooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const shop = { url: 'https://shop.example/plants' };
const listed = async ({ send }: Store) => (await send('/webhooks')).text();
const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message;

test('a webhook is made, listed without its secret, and deleted', async () => {
  const store = await startStore();
  const made = await postTo(store, { url: 'HTTPS://Shop.example:443/plants' });
  const { secret = '', message: _, ...webhook } = (await made.json()) as IssuedWebhook;
  expect([made.status, made.headers.get('location')]).toEqual([201, `/webhooks/${webhook.id}`]);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toMatchObject({ ...shop, state: 'on', offAt: null, failingSince: null, reason: null });
  expect(JSON.parse(await listed(store))).toEqual([webhook]);
  for (const hidden of [secret, 'secret', 'cursor', 'holder'])
    expect(await listed(store)).not.toContain(hidden);
  const again = await postTo(store, shop);
  expect([again.status, await messageOf(again)]).toEqual([400, expect.stringContaining(webhook.id)]);
  const remove = () => store.send(`/webhooks/${webhook.id}`, { method: 'DELETE' });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
  expect(await listed(store)).toBe('[]');
  const entries = (await told(store.db)).filter(({ action }) => action.startsWith('webhooks'));
  expect(entries).toMatchObject([
    { action: 'webhooks.create', subject: shop.url },
    { action: 'webhooks.remove', subject: shop.url },
  ]);
});

test('of requests at the same time one makes the webhook of a URL, and an eleventh webhook is refused', async () => {
  const store = await startStore();
  const ofOne = await Promise.all(Array.from({ length: 4 }, () => postTo(store, shop)));
  expect(ofOne.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  const ofMany = await Promise.all(
    Array.from({ length: 14 }, (_, number) => postTo(store, { url: `https://shop-${number}.example/` })),
  );
  const refused = ofMany.filter(({ status }) => status !== 201);
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  for (const answer of refused) expect(await messageOf(answer)).toContain('there are 10 webhooks already');
  expect(JSON.parse(await listed(store))).toHaveLength(10);
});

test('a repeat with the same Idempotency-Key makes no second webhook, and does not show the secret again', async () => {
  const store = await startStore();
  const key = { 'idempotency-key': 'order 4711' };
  const made = (await (await postTo(store, shop, key)).json()) as IssuedWebhook;
  const repeat = await postTo(store, shop, key);
  const again = (await repeat.json()) as IssuedWebhook;
  expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect([again.id, again.secret]).toEqual([made.id, undefined]);
  expect(again.message).toContain('delete the webhook, and make it again with another Idempotency-Key');
  const kept = JSON.stringify(await store.rows('SELECT "answer" FROM "idempotency_keys"'));
  expect(kept).not.toContain(made.secret);
});

test('a URL that cannot be called now is saved, and the answer says why', async () => {
  const store = await startStore();
  const said = async (url: string) => messageOf(await postTo(store, { url }));
  expect(await said('https://plants.invalid/')).toBe(
    'it is saved, but plants.invalid does not resolve to an address',
  );
  expect(await said('https://0x7f.1/')).toMatch(
    /^it is saved, but the address 127\.0\.0\.1 is loopback, .* allow it with WEBHOOK_ALLOW$/,
  );
  expect(JSON.parse(await listed(store))).toMatchObject([{ state: 'on' }, { state: 'on' }]);
});

const shared = shareStore((start) => start());

test.each([
  [{ url: 'http://shop.example/' }, 'url must begin with https://'],
  [{ url: 'javascript:alert(1)' }, 'url must begin with https://'],
  [{ url: 'https:///plants' }, 'url must have a host'],
  [
    { url: `https://shop.example/${'a'.repeat(2_028)}` },
    'url must have at most 2048 characters; it has 2049',
  ],
  [{ url: 'https://ann:secret@shop.example/' }, 'url must not contain a user name'],
  [{}, 'url is missing'],
  [{ ...shop, secret: 'whsec_mine' }, 'secret is not a known key; give url'],
])('400 for %j', async (body, message) => {
  const store = await shared();
  const answer = await postTo(store, body);
  expect([answer.status, await messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
  expect(await listed(store)).toBe('[]');
});
