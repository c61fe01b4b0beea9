import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, signIn, test } from '../fixtures.ts';

/** The maximum number of bytes of all scripts of a page, compressed with Brotli. */
const budgets = { signIn: 123_200, list: 210_200 };
/** A page may exceed its budget by 5 % before the test fails. */
const tolerance = 1.05;

type Answer = { text: Buffer; encoding: string | undefined };

async function fetched(url: string, cookie = ''): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  get(url, { headers: { 'accept-encoding': 'br', cookie } }, (answer) => {
    const encoding = answer.headers['content-encoding'];
    buffer(answer).then((text) => resolve({ text, encoding }), reject);
  }).once('error', reject);
  return promise;
}

async function scriptBytes(origin: string, path: string, cookie?: string): Promise<number> {
  const page = await fetched(`${origin}${path}`, cookie);
  // Browsers that support modules do not load the script for older browsers.
  const html = page.text.toString().replace(/<script[^>]*noModule[^>]*>/gi, '');
  const paths = new Set(html.match(/\/_next\/static\/[\w./~-]+\.js(?="[^>]*>)/g) ?? []);
  expect(paths.size).toBeGreaterThan(3);
  const scripts = await Promise.all([...paths].map((script) => fetched(`${origin}${script}`)));
  expect(scripts.map(({ encoding }) => encoding)).toEqual(scripts.map(() => 'br'));
  // Otherwise Chromium compiles each function at its first call.
  const firstLines = scripts.map(({ text }) => String(brotliDecompressSync(text)).split('\n')[0]);
  expect(firstLines).toEqual(scripts.map(() => '//# allFunctionsCalledOnLoad'));
  return scripts.reduce((sum, { text }) => sum + text.length, 0);
}

test('the scripts of the sign-in page are within their byte budget', async ({ store }) => {
  expect(await scriptBytes(store.webUrl, '/sign-in')).toBeLessThanOrEqual(budgets.signIn * tolerance);
});

test('the scripts of the list are within their byte budget', async ({ store }) => {
  const { name, value } = await store.sessionCookie(store.token);
  const bytes = await scriptBytes(store.webUrl, '/', `${name}=${value}`);
  expect(bytes).toBeLessThanOrEqual(budgets.list * tolerance);
});

test('the list makes no format of dates while it is being loaded', async ({ page, store }) => {
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    for (const name of ['DateTimeFormat', 'ListFormat'] as const)
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct(format, words) {
            made.push(name);
            return Reflect.construct(format, words);
          },
        }),
      });
  });
  await store.add({ id: 7, name: 'Monstera' });
  await signIn(page, store);
  expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual([]);
});
