import { type Browser, chromium, type Page } from '@playwright/test';
import { Store, startSandbox } from './store.ts';
import { frameCategories, frameFigures } from './trace.ts';

/**
 * Scrolls the list of 10,000 plants in the whole product to its end, with fast turns of a mouse wheel. Prints the frame
 * times of a browser trace as JSON: `node e2e/scroll-frames.ts [plants]`. `still` is the result of an empty page of the
 * same length.
 */
const plantCount = Number(process.argv[2] ?? 10_000);
const pixelsPerSecond = 12_000;
const viewport = { width: 1280, height: 800 };

const { sandbox, end } = await startSandbox();
const store = new Store(sandbox);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await store.addMany(plantCount);
  const page = await browser.newPage({ viewport });
  await signIn(page);
  const list = await scrollThrough(browser, page);
  const last = page.getByRole('row').last();
  const reached = Number(await last.getAttribute('aria-rowindex')) - 1;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const still = await browser.newPage({ viewport });
  await still.setContent(`<div style="block-size:${height}px">`);
  console.log(
    JSON.stringify({ plants: plantCount, reached, ...list, still: await scrollThrough(browser, still) }),
  );
} finally {
  await browser.close();
  await end();
}

async function signIn(page: Page) {
  await page.goto(store.webUrl);
  await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('row').nth(8).waitFor();
}

/** Scrolls to the end, and returns the frame times and the duration in seconds. */
async function scrollThrough(within: Browser, page: Page) {
  const client = await page.context().newCDPSession(page);
  await within.startTracing(page, { categories: frameCategories });
  const begun = performance.now();
  const isAtEnd = () =>
    page.evaluate(
      () =>
        innerHeight + scrollY >= document.documentElement.scrollHeight - 2 &&
        !document.querySelector('table[aria-rowcount="-1"]'),
    );
  while (!(await isAtEnd()))
    await client.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 500,
      yDistance: -100_000,
      speed: pixelsPerSecond,
      gestureSourceType: 'mouse',
    });
  const seconds = (performance.now() - begun) / 1000;
  const trace = JSON.parse((await within.stopTracing()).toString());
  return { seconds, ...frameFigures(trace.traceEvents) };
}
