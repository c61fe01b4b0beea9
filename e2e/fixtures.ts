import { test as base, expect, type Page } from '@playwright/test';
import { type Sandbox, StartedStore, Store, startSandbox } from './store.ts';

export { expect };

type TestParts = {
  /** A new store. */
  store: Store;
  /** The home page, signed in with a token with all scopes. */
  home: Page;
  /** The settings of `startedStore`. */
  settings: Record<string, string>;
  startedStore: StartedStore;
  /** The expected console messages, such as a failed request. Any other error or warning fails the test. */
  expectedComplaints: RegExp[];
};

export const test = base.extend<TestParts, { sandbox: Sandbox }>({
  sandbox: [
    async ({}, use) => {
      const { sandbox, end } = await startSandbox();
      await use(sandbox);
      await end();
    },
    { scope: 'worker' },
  ],

  store: async ({ sandbox }, use) => {
    await fetch(sandbox.resetUrl, { method: 'POST' });
    await use(new Store(sandbox));
  },

  settings: [{}, { option: true }],

  startedStore: async ({ page, settings }, use) => {
    const store = await StartedStore.start(settings);
    await use(store);
    // Closes the page first, because its requests would fail without a server.
    await page.goto('about:blank');
    await store.stop();
  },

  expectedComplaints: [[], { option: true }],

  // An unexpected message in the console, such as a violation of the content security policy, fails the test.
  page: async ({ page, expectedComplaints, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) patient(page);
    const complaints: string[] = [];
    page.on('console', (message) => {
      // Chromium reports a preload without use for a few seconds. On a busy machine that is not a fault of the page.
      if (/ was preloaded using link preload but not used within /.test(message.text())) return;
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      // The page follows the store at any moment, also just after a test has ended its session or its network.
      if (message.location().url.includes('/trpc/events.list')) return;
      if (
        /\/trpc\/plants\.(list|count|freeIds)/.test(message.location().url) &&
        message.text().includes('401')
      )
        return;
      if (['error', 'warning'].includes(message.type()))
        complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints.filter((text) => !expectedComplaints.some((one) => one.test(text)))).toEqual([]);
  },

  home: async ({ page, store }, use) => {
    await signIn(page, store);
    await use(page);
  },
});

/** Starts a session over the API, without the sign-in form, and opens the list. */
export async function signIn(page: Page, store: Store, token = store.token) {
  await page.context().addCookies([await store.sessionCookie(token)]);
  await page.goto(store.webUrl);
  await expectForm(page);
}

/**
 * Waits after each navigation until React has hydrated all buttons and visible inputs, or for the condition in
 * `options`. A form that is sent before hydration works as without JavaScript: it opens another page, which then
 * hydrates.
 */
export function patient(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options) await hydrated(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options) await hydrated(page);
    return answer;
  };
  return page;
}

/** Waits until React has hydrated all buttons and visible inputs. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    // After hydration React's data is a property of the element.
    [...document.querySelectorAll('button, input:not([type=hidden])')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    ),
  );

/** Signs in with the sign-in form, and waits for the list. */
export async function signInByForm(page: Page, store: Store, token = store.token) {
  await page.goto(store.webUrl);
  await page.getByRole('textbox', { name: 'Access token' }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectForm(page);
}

/** The button that opens the form on a phone. A wide screen shows the form at once. */
const formButton = (page: Page) => page.getByRole('button', { name: 'New plant' });

const expectForm = (page: Page) =>
  expect(page.getByRole('textbox', { name: 'Id' }).or(formButton(page)).first()).toBeVisible();

/** Fills in the form and saves, with the keyboard. */
export async function addPlant(page: Page, { id, name, tag }: { id: string; name: string; tag?: string }) {
  if (await formButton(page).isVisible()) await formButton(page).click();
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  if (tag !== undefined) await page.getByRole('textbox', { name: 'Tag' }).fill(tag);
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
}

/** The waiting plants, or the drafts, in the database of the browser, as JSON. */
export const keptRecords = (page: Page, kind: 'plants' | 'drafts') =>
  page.evaluate(async (name) => {
    // The page creates the database with its first record. Opening it earlier would create an empty database.
    if (!(await indexedDB.databases()).some((database) => database.name === 'plant-store')) return '[]';
    const opened = indexedDB.open('plant-store');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const read = opened.result.transaction(name).objectStore(name).getAll();
    await new Promise((resolve) => read.addEventListener('success', resolve));
    opened.result.close();
    return JSON.stringify(read.result, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  }, kind);

let lastId = 1_000;

/** An id that no other test of this worker uses. */
export const newId = (): string => String(++lastId);

/** The rows of a table without its heading. */
export const bodyRows = (page: Page, name: string) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/** The row of a plant in the list, even of a plant that is not saved yet. */
export const row = (page: Page, id: string) =>
  page
    .getByRole('table', { name: 'Plants' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: id, exact: true }) });

/** The row of a plant that the store has saved. */
export const savedRow = (page: Page, id: string) => row(page, id).and(page.locator('tr[data-index]'));

/**
 * Presses keys at one moment, as a scanner does. Unless the page stops them, they enter text into a focused field, and Enter
 * submits its form; the browser's other actions stay out. @returns false for each stopped key
 */
export const pressAtOnce = (page: Page, keys: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.map((one) => {
        const place = document.activeElement ?? document.body;
        const [key = '', modifier] = one.split('Control+').reverse();
        const init = { key, ctrlKey: modifier !== undefined, bubbles: true, cancelable: true };
        const isUnhandled = place.dispatchEvent(new KeyboardEvent('keydown', init));
        if (!isUnhandled || !(place instanceof HTMLInputElement)) return isUnhandled;
        if (key === 'Enter') place.form?.requestSubmit();
        else if ([...one].length === 1) document.execCommand('insertText', false, one);
        return isUnhandled;
      }),
    keys,
  );
