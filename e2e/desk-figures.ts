import { type Browser, chromium, type Page } from '@playwright/test';
import { Store, startSandbox } from './store.ts';

/**
 * Measures entry on the page of the whole product, with 10,000 plants. Prints the results as JSON: `node
 * e2e/desk-figures.ts`.
 */
const listed = 10_000;
const entries = 50;
const waiting = 500;
/** The time between keys of a scanner. With faster keys, the browser would have no time to paint a frame. */
const msPerKey = 15;

const { sandbox, end } = await startSandbox();
const store = new Store(sandbox);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const signInBytes = await scriptBytes(browser, async (page) => {
    await page.goto(`${store.webUrl}/sign-in`);
  });
  await store.addMany(listed);
  const listBytes = await scriptBytes(browser, async (page) => openList(page));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openList(page);
  const typed = await typeEntries(page);
  await typeSearch(page);
  const sentSeconds = await sendWaiting(page);
  console.log(JSON.stringify({ ...typed, sentSeconds, signInBytes, listBytes }));
} finally {
  await browser.close();
  await end();
}

async function openList(page: Page) {
  await page.context().addCookies([await store.sessionCookie(store.token)]);
  await page.goto(store.webUrl);
  await page.getByRole('row').nth(8).waitFor();
}

/** The transferred bytes of all scripts until the page is idle, with an empty cache. A waiting request is not idle. */
async function scriptBytes(within: Browser, open: (page: Page) => Promise<void>): Promise<number> {
  const context = await within.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/api/trpc/events.list**', (route) => route.abort());
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await open(page);
  await page.waitForLoadState('networkidle');
  await context.close();
  return bytes;
}

/**
 * Adds plants at the speed of a scanner, without pauses. Measures the seconds for all, and the p95 from Enter to the
 * next paint.
 */
async function typeEntries(page: Page) {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter') return;
        const begun = event.timeStamp;
        // Waits for the frame in which the fields are empty.
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.onmessage = () => times.push(performance.now() - begun);
          painted.port2.postMessage(undefined);
        });
      },
      { capture: true },
    );
  });
  await page.getByRole('textbox', { name: 'Id' }).focus();
  const begun = performance.now();
  for (let index = 1; index <= entries; index++) {
    await page.keyboard.type(String(20_000 + index), { delay: msPerKey });
    await page.keyboard.press('Tab', { delay: msPerKey });
    await page.keyboard.type(`Plant ${index}`, { delay: msPerKey });
    await page.keyboard.press('Enter', { delay: msPerKey });
  }
  const entrySeconds = (performance.now() - begun) / 1000;
  while (!(await store.plant(String(20_000 + entries))).includes('"name"'));
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  const enterP95Ms = times.sort((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1];
  return { entries, entrySeconds, enterP95Ms };
}

/** Types 13 characters into the search field within about 60 ms. @throws if one of them is lost */
async function typeSearch(page: Page) {
  const text = 'monstera 2156';
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.focus();
  await Promise.all([...text].map((key) => page.keyboard.press(key === ' ' ? 'Space' : key)));
  const kept = await field.inputValue();
  if (kept !== text) throw new Error(`the search holds "${kept}", not "${text}"`);
  await field.fill('');
}

/** The time from the return of the network until all waiting plants are saved, in seconds. */
async function sendWaiting(page: Page): Promise<number> {
  await page.context().setOffline(true);
  await page.evaluate((count) => {
    const form = document.querySelector<HTMLFormElement>('form[aria-labelledby="add-a-plant"]');
    const set = (name: string, text: string) => {
      const input = form?.elements.namedItem(name) as HTMLInputElement;
      const { set: write } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      write?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    return [...Array(count).keys()].reduce(
      (before, index) =>
        before.then(async () => {
          set('id', String(30_000 + index));
          set('name', `Waiting ${index}`);
          form?.requestSubmit();
          await new Promise((resolve) => setTimeout(resolve));
        }),
      Promise.resolve(),
    );
  }, waiting);
  await page
    .getByRole('status')
    .filter({ hasText: `${waiting} plants are waiting` })
    .waitFor();
  const begun = performance.now();
  await page.context().setOffline(false);
  await page
    .getByRole('status')
    .filter({ hasText: `Added ${waiting} plants` })
    .waitFor();
  return (performance.now() - begun) / 1000;
}
