import { expect, test } from '../fixtures.ts';
import { Store, Web } from '../store.ts';

let web: Web | undefined;
let store: Store | undefined;
test.afterEach(async () => {
  await Promise.all([web?.stop(), store?.stop()]);
  web = undefined;
  store = undefined;
});

test('behind a proxy and the web the API counts by the browser’s address, for what pages ask for too', async ({}) => {
  web = await Web.start();
  store = await Store.start(web, { RATE_LIMIT_READS: '0', RATE_LIMIT_ADDRESS_READS: '1000' });
  const { token } = store;
  const { url } = web;
  // What a proxy on this machine adds for a browser elsewhere, behind what that browser made up.
  const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.1, ${address}` });
  const left = async (headers: Record<string, string>) => {
    const answer = await fetch(`${url}/api/plants`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    return Number(/^"address-reads";r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
  };
  const started = await fetch(`${url}/api/trpc/session.start`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { result } = (await started.json()) as { result: { data: { json: { secret: string } } } };
  const cookie = `plant-store-session=${result.data.json.secret}`;

  expect(await left(from('192.0.2.1'))).toBe(999);
  expect(await left(from('192.0.2.1'))).toBe(998);
  const page = await fetch(url, { headers: { ...from('192.0.2.2'), cookie } });
  expect([page.status, page.url]).toEqual([200, `${url}/`]);
  expect(await left(from('192.0.2.2'))).toBeLessThan(999);
  expect(await left(from('192.0.2.1'))).toBe(997);
  expect(await left({})).toBe(999);
});
