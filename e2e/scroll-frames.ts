import { chromium, type Page } from '@playwright/test';
import { Store } from './store.ts';
import { frameCategories, frameFigures } from './trace.ts';

/**
 * Scrolls the list of 10,000 plants in the whole product from its top to its end, as somebody in a hurry does with a
 * wheel, and prints as JSON what a trace of the browser says of the frames: `node e2e/scroll-frames.ts [plants]`.
 */
const plantCount = Number(process.argv[2] ?? 10_000);
const pixelsPerSecond = 12_000;

const store = await Store.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await store.addMany(plantCount);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await signIn(page);
  await browser.startTracing(page, { categories: frameCategories });
  const seconds = await scrollThrough(page);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const last = page.getByRole('row').last();
  console.log(
    JSON.stringify({
      plants: plantCount,
      reached: Number(await last.getAttribute('aria-rowindex')) - 1,
      seconds,
      ...frameFigures(trace.traceEvents),
    }),
  );
} finally {
  await browser.close();
  await store.stop();
}

async function signIn(page: Page) {
  await page.goto(store.webUrl);
  await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('row').nth(8).waitFor();
}

/** @returns how long it took, in seconds. */
async function scrollThrough(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
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
  return (performance.now() - begun) / 1000;
}
