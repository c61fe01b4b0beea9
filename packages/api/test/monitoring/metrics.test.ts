import { expect, test } from 'vitest';
import { startStore } from '../store.ts';
import type { Metric } from './exposition.ts';
import { requestsOf, sampled, scrape } from './scraped.ts';

test('counters and histograms only grow, and those of a new server begin at 0', async () => {
  const store = await startStore();
  const growing = (metrics: Map<string, Metric>) =>
    [...metrics].flatMap(([, { type, samples }]) => (type === 'gauge' ? [] : samples));
  let before = growing(await scrape(store));
  for (let id = 0; id < 5; id++) {
    await store.post({ id, name: 'Fern' });
    const metrics = await scrape(store);
    for (const { name, labels, value } of before)
      expect(sampled(metrics, name, labels), `${name} ${JSON.stringify(labels)}`).toBeGreaterThanOrEqual(
        value,
      );
    before = growing(metrics);
  }
  expect(requestsOf(await scrape(await startStore()))).toEqual({});
});

test('/metrics requires a token with the scope plants:read', async () => {
  const { url, tokenFor } = await startStore();
  const ask = async (token?: string) =>
    fetch(`${url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  expect((await ask()).status).toBe(401);
  expect((await ask(await tokenFor('plants:write'))).status).toBe(403);
  const answer = await ask(await tokenFor('plants:read'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('metrics contain neither plants, tokens nor addresses', async () => {
  const { post, send, tokenFor } = await startStore();
  const token = await tokenFor('admin');
  await post({ id: 471_147_114_711, name: 'Secretissima', tag: 'Secretissima' });
  await post({ id: 471_147_114_711, name: 'Secretissima' });
  await send(`/Secretissima/${token}?q=${token}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await (await send('/metrics')).text();
  expect(text).not.toMatch(/Secretissima|471147114711|plt_/);
});

test('every metric has a description', async () => {
  const metrics = await scrape(await startStore());
  expect(metrics.size).toBeGreaterThan(10);
  for (const [name, { help, type }] of metrics) {
    expect(help, name).toMatch(/^[A-Z].{40,}\.$/);
    expect(name).toMatch(
      type === 'counter' ? /_total$/ : /_(seconds|bytes|in_flight|waiting|queued|writes|webhooks)$/,
    );
  }
});
