import type { Page } from '@playwright/test';
import { addPlant, expect, newId, pressAtOnce, row, signIn, test } from '../fixtures.ts';

// The store opens without a network after one visit. A link does not leave a page with typed text.

test.use({
  serviceWorkers: 'allow',
  expectedComplaints: [/Failed to load resource|ERR_|Failed to fetch|when fetching the script/],
});

/** Waits until the browser can open the page without a network. */
const isReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const shell = await (await caches.open('shell')).match('/offline');
        return navigator.serviceWorker.controller !== null && shell !== undefined;
      }),
    )
    .toBe(true);

test('the page opens offline after one visit, accepts plants, sends them online, and opens the store', async ({
  page,
  store,
}) => {
  await signIn(page, store);
  await isReady(page);
  await page.context().setOffline(true);
  await page.goto(store.webUrl);
  await expect(page.getByRole('heading', { name: 'Add plants offline' })).toBeVisible();
  const [id, other] = [newId(), newId()];
  await addPlant(page, { id: other, name: 'Typed before' });
  await addPlant(page, { id, name: 'Typed in the cellar' });
  await expect(page.getByRole('status').filter({ hasText: '2 plants are waiting' })).toBeVisible();
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Typed in the cellar' })).toContainText('Waiting');
  await page.getByRole('textbox', { name: 'Name' }).fill('Half a na');
  await page.context().setOffline(false);
  await expect.poll(() => store.plant(id)).toContain('Typed in the cellar');
  await expect(page.getByText("You're back online. 2 plants were saved.")).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByText('once the form is empty')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add plants offline' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.clock.runFor(3_000);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('2 plants were saved.');
  await expect(row(page, id)).toContainText('Typed in the cellar');
});

test('the browser stores no data of people and no answer of the API', async ({ page, store }) => {
  await store.add({ id: BigInt(newId()), name: 'A name of the store' });
  await signIn(page, store);
  await isReady(page);
  await page.reload();
  const kept = await page.evaluate(async () => {
    const texts: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push([new URL(request.url).pathname, (await (await cache.match(request))?.text()) ?? '']);
    }
    return texts;
  });
  expect(kept.length).toBeGreaterThan(5);
  expect(
    kept.map(([path]) => path).filter((path) => path !== '/offline' && !path.startsWith('/_next/static/')),
  ).toEqual([]);
  const pages = kept.filter(([path]) => path === '/offline');
  expect(pages).toHaveLength(1);
  expect(pages.filter(([, text]) => text.includes('first-token'))).toEqual([]);
  expect(kept.filter(([, text]) => text.includes('A name of the store'))).toEqual([]);
});

test('the offline page does not say that the browser is online while the store is down', async ({
  page,
  startedStore: store,
}) => {
  await signIn(page, store);
  await isReady(page);
  await store.stop();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Add plants offline' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the store' })).toBeVisible();
  await expect(page.getByText("You're back online")).toHaveCount(0);
});

/** Clicks "Sign out". */
async function signOut(page: Page) {
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('signing out offline shows that the person is still signed in', async ({ home }) => {
  // The browser has loaded the menu by then.
  await home.getByRole('button', { name: /Account/ }).click();
  await expect(home.getByRole('menu')).toBeVisible();
  await home.keyboard.press('Escape');
  await home.context().setOffline(true);
  await addPlant(home, { id: newId(), name: 'Waits' });
  await signOut(home);
  await expect(home.getByRole('region', { name: 'Notifications' })).toContainText("you're still signed in");
});

test('signing out while the store is down shows a message, and plants can still be added offline', async ({
  home,
}) => {
  await home.route(/plants\.create|:\d+\/$/, (route) => route.abort());
  await addPlant(home, { id: newId(), name: 'Waits' });
  await expect(home.getByRole('button', { name: 'Send now' })).toBeVisible();
  await signOut(home);
  await home.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(home.getByRole('region', { name: 'Notifications' })).toContainText("you're still signed in");
  expect(await home.evaluate(() => localStorage.getItem('plant-store-owner'))).not.toBeNull();
});

test('a link does nothing offline, and the typed text stays', async ({ home }) => {
  await home.getByRole('textbox', { name: 'Id' }).pressSequentially('4711');
  await home.context().setOffline(true);
  await home.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(home.getByRole('region', { name: 'Notifications' })).toContainText(
    "You're offline, so Trash can't be opened.",
  );
  await expect(home).toHaveURL(/\/$/);
  await expect(home.getByRole('textbox', { name: 'Id' })).toHaveValue('4711');
});

test('tests can hold the API requests of a page with a service worker', async ({ page, store }) => {
  await signIn(page, store);
  await isReady(page);
  await page.reload();
  let held = 0;
  await page.route(/plants\.create/, async (route) => {
    held++;
    await route.continue();
  });
  const id = newId();
  await addPlant(page, { id, name: 'Held' });
  await expect.poll(() => store.plant(id)).toContain('Held');
  expect(held).toBe(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the sheet is a dialog that Back closes, and says why plants wait', async ({ home }) => {
    const open = home.getByRole('button', { name: 'New plant' });
    const sheet = home.getByRole('dialog', { name: 'Add a plant' });
    const behind = home.locator('header[inert]');
    await open.click();
    await sheet.getByRole('textbox', { name: 'Id' }).fill('7');
    await expect(behind).toHaveCount(1);
    const address = home.url();
    await home.goBack();
    await expect(sheet).toBeHidden();
    await expect(open).toBeFocused();
    await expect(behind).toHaveCount(0);
    expect(home.url()).toBe(address);
    await open.click();
    await expect(sheet.getByRole('textbox', { name: 'Id' })).toHaveValue('7');
    await home.keyboard.press('Escape');
    await open.click();
    await expect(sheet.getByRole('textbox', { name: 'Id' })).toHaveValue('7');
    await sheet.getByRole('button', { name: 'Close' }).focus();
    await pressAtOnce(home, [...'41', 'Enter']);
    await expect(sheet.getByRole('textbox', { name: 'Id' })).toHaveValue('41');
    await home.context().setOffline(true);
    await expect(sheet.getByRole('status')).toContainText(["You're offline."]);
    await home.context().clearCookies();
    await sheet.getByRole('textbox', { name: 'Id' }).fill(newId());
    await sheet.getByRole('textbox', { name: 'Name' }).fill('Waits');
    await home.keyboard.press('Enter');
    await expect(sheet.getByRole('status').filter({ hasText: '1 plant is waiting' })).toBeVisible();
    await home.context().setOffline(false);
    await expect(sheet.getByText('Your session has ended.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Sign in' }).click();
    await expect(sheet).toBeHidden();
    // The sheet would be above the dialog.
    await home.getByRole('dialog').getByRole('textbox').first().click();
  });
});
