import { once } from 'node:events';
import { type Database, purgeExpired } from '@plant-store/db';
import { isOnPostgresql } from '@plant-store/db/testing';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDelivery } from '../../src/webhooks/delivery.ts';
import type { Send } from '../../src/webhooks/send.ts';
import { skipSeconds } from '../clock.ts';
import { sampled, scrape } from '../monitoring/scraped.ts';
import { told } from '../procedures/audit/told.ts';
import { type Store, startStore } from '../store.ts';

type Sent = { url: string; headers: Record<string, string>; body: string };
type Shown = {
  id: string;
  secret?: string;
  state: string;
  reason: string | null;
  failingSince: string | null;
};

const json = { 'content-type': 'application/json' };

async function addWebhook({ send }: Store, name = 'shop', status = 201): Promise<Shown & { secret: string }> {
  const body = JSON.stringify({ url: `https://${name}.example/plants` });
  const answer = await send('/webhooks', { method: 'POST', headers: json, body });
  expect(answer.status).toBe(status);
  return (await answer.json()) as Shown & { secret: string };
}

const shown = async ({ send }: Store): Promise<Shown[]> =>
  (await (await send('/webhooks')).json()) as Shown[];

/** A process that delivers. `answer` is the receiver; without it, it accepts all. */
function deliver(db: Database, answer: Send = async () => 200) {
  const sent: Sent[] = [];
  const faults: unknown[] = [];
  const logged: [object, string][] = [];
  const close = startDelivery(db, {
    send(url, message, ...hold) {
      sent.push({ url, ...message });
      return answer(url, message, ...hold);
    },
    log: {
      info: (...line: unknown[]) => void logged.push(line as [object, string]),
      warn: (...line: unknown[]) => void logged.push(line as [object, string]),
    },
    warn: (cause) => void faults.push(cause),
  });
  onTestFinished(close);
  return { sent, faults, logged, close };
}

const bodies = (sent: Sent[]) => sent.map(({ body }) => body);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index, name: `Fern ${from + index}` }));
const bulk = ({ send }: Store, plants: object[]) =>
  send('/plants/bulk', { method: 'POST', headers: json, body: JSON.stringify({ plants }) });
const csv = ({ send }: Store, body: string) =>
  send('/imports?duplicates=update', { method: 'POST', headers: { 'content-type': 'text/csv' }, body });

/** A receiver that does not answer. */
const hang: Send = async (_url, _message, signal) => {
  await once(signal as AbortSignal, 'abort');
  throw signal?.reason;
};

test('each new plant is sent once, in order, exactly as a NewPlant, and signed by Standard Webhooks', async () => {
  const store = await startStore();
  await store.post({ id: 1, name: 'Before' });
  const { secret } = await addWebhook(store);
  const { sent } = deliver(store.db);
  await store.post('{"id":9223372036854775807,"name":" Café  \\u0041 ","tag":"fern"}');
  await store.send('/plants/2', { method: 'PUT', headers: json, body: '{"name":"By PUT"}' });
  await store.send('/plants/2', { method: 'PATCH', headers: json, body: '{"tag":"changed"}' });
  await bulk(store, [{ id: 3, name: 'Bulk' }]);
  await csv(store, 'id,name\n-4,Imported\n1,Changed\n');
  await store.send('/plants/3', { method: 'DELETE' });
  await store.send('/plants/3/restore', { method: 'POST' });
  await store.post({ id: 5, name: 'Last' });
  await vi.waitFor(() => expect(bodies(sent).at(-1)).toBe('{"id":5,"name":"Last"}'));
  expect(bodies(sent)).toEqual([
    '{"id":9223372036854775807,"name":"Café  A","tag":"fern"}',
    '{"id":2,"name":"By PUT"}',
    '{"id":3,"name":"Bulk"}',
    '{"id":-4,"name":"Imported"}',
    '{"id":5,"name":"Last"}',
  ]);
  const webhook = new Webhook(secret);
  for (const { url, headers, body } of sent) {
    expect([url, headers['content-type']]).toEqual(['https://shop.example/plants', 'application/json']);
    expect(webhook.verify(body, headers)).toEqual(JSON.parse(body));
    for (const [bit, wrong] of [
      [body.replace('name', 'nane'), headers],
      [body, { ...headers, 'webhook-id': `${headers['webhook-id']}A` }],
      [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
    ] as const)
      expect(() => webhook.verify(bit, wrong)).toThrow('No matching signature');
    const at = Number(headers['webhook-timestamp']) * 1000;
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const minutes of [-5, 0, 5]) {
      vi.setSystemTime(at + minutes * 60_000);
      expect(webhook.verify(body, headers)).toBeTruthy();
    }
    for (const minutes of [-6, 6]) {
      vi.setSystemTime(at + minutes * 60_000);
      expect(() => webhook.verify(body, headers)).toThrow('timestamp');
    }
    vi.useRealTimers();
  }
  const next = await store.send(`/events?after=${sent.at(-2)?.headers['webhook-id']}`);
  expect(await next.json()).toMatchObject([
    { type: 'plant.changed' },
    { type: 'plant.deleted' },
    { type: 'plant.restored' },
    { type: 'plant.created', id: 5, position: sent.at(-1)?.headers['webhook-id'] },
  ]);
});

test('a plant is sent as it was first stored, whatever happened since; a purged one is not sent', async () => {
  const store = await startStore();
  await addWebhook(store);
  const add = (name: string) => store.post({ id: 7, name });
  const remove = (id = 7) => store.send(`/plants/${id}`, { method: 'DELETE' });
  await add('first');
  await store.send('/plants/7', { method: 'PATCH', headers: json, body: '{"name":"changed"}' });
  await remove();
  await bulk(store, [{ id: 7, name: 'second, in bulk' }]);
  await remove();
  await add('third');
  await remove();
  await store.send('/plants/7/restore', { method: 'POST' });
  await csv(store, 'id,name\n7,changed by a file\n');
  await remove();
  await csv(store, 'id,name\n7,"fourth, of a file"\n');
  await remove();
  await add('fifth');
  await store.post({ id: 8, name: 'purged' });
  await remove(8);
  await store.rows('UPDATE plant_versions SET purged_at = 1 WHERE purged_at IS NOT NULL AND plant_id = 8');
  await purgeExpired(store.db);
  await store.post({ id: 9, name: 'Last' });
  const { sent, faults } = deliver(store.db);
  await vi.waitFor(() => expect(sent.at(-1)?.body).toContain('Last'));
  const names = bodies(sent).map((body) => (JSON.parse(body) as { name: string }).name);
  expect(names).toEqual(['first', 'second, in bulk', 'third', 'fourth, of a file', 'fifth', 'Last']);
  expect(faults).toEqual([]);
});

test('a failed delivery is tried again, from the same plant on, and the list shows since when it fails', async () => {
  const store = await startStore();
  const { id } = await addWebhook(store);
  let answer = async () => 503;
  const { sent, logged } = deliver(store.db, () => answer());
  await bulk(store, numbered(1, 3));
  const failing = { id, state: 'on', reason: 'the receiver answered 503', failingSince: expect.any(String) };
  await vi.waitFor(async () => expect(await shown(store)).toMatchObject([failing]));
  expect(JSON.stringify(await shown(store))).not.toContain('whsec_');
  answer = async () => {
    throw new Error('the certificate has expired');
  };
  await due(store);
  await vi.waitFor(async () =>
    expect(await shown(store)).toMatchObject([{ ...failing, reason: 'the certificate has expired' }]),
  );
  // The second plant fails anew, so its pause is the first one.
  answer = async () => (sent.at(-1)?.body.includes('"id":1,') ? 204 : 500);
  await store.rows('UPDATE webhooks SET failing_since = failing_since - 3600000000');
  await due(store);
  const pause = '(held_until - failing_since) / 1000000 AS pause';
  await vi.waitFor(async () =>
    expect(await store.rows(`SELECT reason, ${pause} FROM webhooks`)).toEqual([
      { reason: 'the receiver answered 500', pause: 5n },
    ]),
  );
  answer = async () => 204;
  // A person who mended the receiver does not wait for an hour.
  await store.rows('UPDATE webhooks SET held_until = held_until + 3000000000');
  const { secret, ...again } = await addWebhook(store, 'shop', 200);
  expect([again, secret]).toMatchObject([{ ...failing, reason: 'the receiver answered 500' }, undefined]);
  await vi.waitFor(async () =>
    expect(await shown(store)).toMatchObject([{ reason: null, failingSince: null }]),
  );
  expect(sent.map(({ body }) => (JSON.parse(body) as { id: number }).id)).toEqual([1, 1, 1, 2, 2, 3]);
  expect(new Set(sent.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  // One line when it begins to fail and when it works again, none for a further try, and no path.
  expect((await told(store.db)).at(-1)).toMatchObject({ action: 'webhooks.retry' });
  const named = { webhook: id, host: 'shop.example' };
  expect(logged).toEqual([
    [{ ...named, reason: 'the receiver answered 503' }, 'a webhook fails'],
    [named, 'a webhook works again'],
    [{ ...named, reason: 'the receiver answered 500' }, 'a webhook fails'],
    [named, 'a webhook works again'],
  ]);
});

/** Makes the next try due. A new entry of the audit log makes each process look at once. */
async function due({ rows, tokenFor }: Store) {
  await rows('UPDATE webhooks SET held_until = held_until - 3600000000');
  await tokenFor('imports');
}

test('for 410 a webhook goes off at once; switched on it has another secret, and begins with the next plant', async () => {
  const store = await startStore();
  const { id, secret } = await addWebhook(store);
  let status = 410;
  const { sent, logged } = deliver(store.db, async () => status);
  await bulk(store, numbered(1, 2));
  const off = { id, state: 'off', reason: 'the receiver answered 410 (Gone)', offAt: expect.any(String) };
  await vi.waitFor(async () => expect(await shown(store)).toMatchObject([off]));
  await vi.waitFor(async () =>
    expect((await told(store.db)).at(-1)).toMatchObject({
      action: 'webhooks.switchOff',
      subject: 'https://shop.example/plants: the receiver answered 410 (Gone)',
      by: undefined,
    }),
  );
  expect(sampled(await scrape(store), 'plant_store_webhooks', { state: 'off' })).toBe(1);
  const line = { webhook: id, host: 'shop.example', reason: 'the receiver answered 410 (Gone)' };
  expect(logged).toEqual([[line, 'a webhook is off']]);
  status = 200;
  const again = await addWebhook(store);
  expect([again.id, again.state, again.secret === secret]).toEqual([id, 'on', false]);
  await store.post({ id: 3, name: 'Fern' });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toBe('{"id":3,"name":"Fern"}');
  expect(new Webhook(again.secret).verify(sent[1]?.body ?? '', sent[1]?.headers ?? {})).toBeTruthy();
});

test('nine receivers that do not answer delay neither the tenth one nor the end of the process', async () => {
  const store = await startStore();
  for (let number = 0; number < 10; number++) await addWebhook(store, `shop-${number}`);
  const { sent, close } = deliver(store.db, async (url, ...rest) =>
    url.includes('shop-7') ? 200 : hang(url, ...rest),
  );
  await bulk(store, numbered(1, 50));
  const ofTenth = () => sent.filter(({ url }) => url.includes('shop-7'));
  await vi.waitFor(() => expect([ofTenth().length, sent.length]).toEqual([50, 59]));
  await close();
  const rows = await store.rows('SELECT failing_since, holder FROM webhooks');
  expect(rows).toEqual(Array.from({ length: 10 }, () => ({ failing_since: null, holder: null })));
});

test('a webhook that is deleted during a delivery ends it', async () => {
  const store = await startStore();
  const { id } = await addWebhook(store);
  const aborted = Promise.withResolvers<void>();
  const { sent, faults } = deliver(store.db, (...message) => hang(...message).finally(aborted.resolve));
  await bulk(store, numbered(1, 2));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect((await store.send(`/webhooks/${id}`, { method: 'DELETE' })).status).toBe(204);
  await aborted.promise;
  await store.post({ id: 3, name: 'Fern' });
  await addWebhook(store);
  await vi.waitFor(async () =>
    expect(await store.rows('SELECT holder FROM webhooks')).toEqual([{ holder: null }]),
  );
  expect([sent.length, faults]).toEqual([1, []]);
});

test('one process at a time delivers; the next one goes on where a closed or a dead one stopped, and skips nothing', async () => {
  const store = await startStore();
  await addWebhook(store);
  const slow: Send = async (...message) => (message[1].body.includes('"id":120,') ? hang(...message) : 200);
  const processes = [deliver(store.db, slow), deliver(store.db, slow)];
  const sent = () => processes.flatMap((one) => bodies(one.sent));
  const all = numbered(1, 250).map((plant) => JSON.stringify(plant));
  await bulk(store, numbered(1, 250));
  await vi.waitFor(() => expect(sent()).toHaveLength(120));
  expect(sent()).toEqual(all.slice(0, 120));
  const [first, second] = processes[0]?.sent.length ? processes : processes.toReversed();
  expect(second?.sent).toEqual([]);
  await first?.close();
  await vi.waitFor(() => expect(second?.sent).toHaveLength(1));
  await second?.close();
  // It holds the webhook, and is dead.
  await store.rows(
    `UPDATE webhooks SET holder = 'dead', held_until = ${isOnPostgresql ? 'extract(epoch FROM clock_timestamp())' : 'unixepoch()'} * 1000000 + 5000000`,
  );
  const third = deliver(store.db);
  await store.tokenFor('imports');
  await vi.waitFor(async () => expect((await shown(store))[0]).toMatchObject({ state: 'on' }));
  expect(third.sent).toEqual([]);
  await due(store);
  await vi.waitFor(() => expect(third.sent.length + 119).toBe(250));
  expect([...all.slice(0, 119), ...bodies(third.sent)]).toEqual(all);
});

test('a process that stood still sends nothing more before it knows that the webhook is still its own', async () => {
  const store = await startStore();
  await addWebhook(store);
  const wasOver: unknown[] = [];
  const { sent } = deliver(store.db, async (_url, _message, _signal, isOver) => {
    wasOver.push(isOver?.());
    skipSeconds(3_600);
    wasOver.push(isOver?.());
    await store.rows("UPDATE webhooks SET holder = 'another'");
    return 200;
  });
  await bulk(store, numbered(1, 9));
  await vi.waitFor(async () =>
    expect(await store.rows('SELECT holder FROM webhooks')).toEqual([{ holder: 'another' }]),
  );
  await store.tokenFor('imports');
  await vi.waitFor(async () => expect((await shown(store))[0]).toMatchObject({ failingSince: null }));
  expect([sent.length, wasOver]).toEqual([1, [false, true]]);
});

test('a fault of the store is no failure of the receiver', async () => {
  const store = await startStore();
  await addWebhook(store);
  let isBroken = true;
  const broken = new Proxy(store.db, {
    get: (db, name: keyof Database) =>
      name === 'query' && isBroken
        ? (statement: Parameters<Database['query']>[0]) =>
            statement.strings.join('').includes('"plant_versions"')
              ? Promise.reject(new Error('the disk is gone'))
              : db.query(statement)
        : db[name],
  });
  const { sent, faults } = deliver(broken);
  await store.post({ id: 1, name: 'Fern' });
  await vi.waitFor(() => expect(faults).not.toEqual([]));
  expect(await shown(store)).toMatchObject([{ state: 'on', failingSince: null }]);
  isBroken = false;
  await vi.waitFor(() => expect(bodies(sent)).toEqual(['{"id":1,"name":"Fern"}']));
});

test('a webhook whose place in the feed is gone goes off, and skips nothing silently', async () => {
  const store = await startStore();
  await addWebhook(store);
  await store.rows("UPDATE webhooks SET cursor = 'AAAAAAAAAAF7Jm5VZQ0hTQbUqJ2kIhZh'");
  const { sent, faults } = deliver(store.db);
  await store.post({ id: 1, name: 'Fern' });
  await vi.waitFor(async () =>
    expect(await shown(store)).toMatchObject([
      { state: 'off', reason: expect.stringContaining('its place in the feed of events is gone') },
    ]),
  );
  expect([sent, faults]).toEqual([[], []]);
});
