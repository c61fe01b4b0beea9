import type { Page, Route } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

// Menus and dialogs load their scripts before a person opens them.

// A service worker would answer from its cache, and the routes of these tests would see no request.
test.use({ serviceWorkers: 'block' });

/**
 * Handles requests for the scripts of on-demand parts: all scripts that the list's HTML does not name. The page loads
 * these scripts by itself after a while.
 */
async function routePartsOnDemand(page: Page, store: Store, handle: (route: Route) => Promise<void>) {
  await page.context().addCookies([await store.sessionCookie(store.token)]);
  const html = await (await page.request.get(store.webUrl)).text();
  await page.route(
    ({ pathname }) =>
      /\/chunks\/[^/]*\.js$/.test(pathname) && !html.includes(pathname.slice(pathname.lastIndexOf('/'))),
    handle,
  );
}

test('one click opens the account menu once its script has loaded', async ({ page, store }) => {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await routePartsOnDemand(page, store, async (route) => {
    await isHeld;
    await route.continue();
  });
  await signIn(page, store);
  await page.getByRole('button', { name: 'Account first-token' }).click();
  release();
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account first-token' })).toBeFocused();
});

test.describe('a failed script', () => {
  test.use({ expectedComplaints: [/Service Worker registration blocked|ERR_FAILED|Failed to load/] });

  test('is reported by the page, and the next click tries again', async ({ page, store }) => {
    await routePartsOnDemand(page, store, (route) => route.abort());
    await signIn(page, store);
    const keyboard = page.getByRole('button', { name: 'Keyboard' });
    await keyboard.click();
    await expect(page.getByText(/This part of the page could not be loaded/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(/This part of the page could not be loaded/)).toHaveCount(0);
    await page.unrouteAll();
    await keyboard.click();
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  });
});
