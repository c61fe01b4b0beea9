import { expect, test } from '../fixtures.ts';

test.use({ settings: { RATE_LIMIT_READS: '0', RATE_LIMIT_ADDRESS_READS: '1000' } });

test("the API counts its limits by the browser's address, even behind a proxy and the web", async ({
  startedStore: { token, webUrl: url },
}) => {
  // A proxy on this machine appends the browser's address to an address that the browser invented.
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

  // The first request for a page is the slowest, so it comes before the measured minute.
  await fetch(url, { headers: { ...from('203.0.113.254'), cookie } });

  const counts = await withinOneMinute(async (attempt) => {
    const [reader, browser] = [from(`192.0.2.${attempt}`), from(`203.0.113.${attempt}`)];
    const counts = [await left(reader), await left(reader)];
    const page = await fetch(url, { headers: { ...browser, cookie } });
    expect([page.status, page.url]).toEqual([200, `${url}/`]);
    // The page of the web server includes the list of plants.
    await page.text();
    return {
      ofReader: [...counts, await left(reader)],
      ofBrowser: await left(browser),
      ofWeb: (await left({})) + attempt,
    };
  });
  expect(counts.ofReader).toEqual([999, 998, 997]);
  expect(counts.ofBrowser).toBeLessThan(999);
  // An earlier attempt may have used a part of the quota in the same minute.
  expect(counts.ofWeb).toBeGreaterThanOrEqual(1_000);
});

/**
 * Repeats `read` until it runs within one minute, because quotas restart each minute. `read` gets the number of the
 * attempt, from 1.
 */
async function withinOneMinute<Counts>(read: (attempt: number) => Promise<Counts>): Promise<Counts> {
  const minuteNow = () => Math.floor(Date.now() / 60_000);
  for (let attempt = 1; ; attempt++) {
    const minute = minuteNow();
    const counts = await read(attempt);
    if (minuteNow() === minute) return counts;
  }
}
