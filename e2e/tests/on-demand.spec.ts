import type { Page, Route } from '@playwright/test';
import { expect, newId, savedRow, signIn, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

// Menus and dialogs load their scripts before a person opens them.

// A service worker would answer from its cache, and the routes of these tests would see no request.
test.use({ serviceWorkers: 'block' });

/**
 * Handles requests for the scripts of on-demand parts: all scripts that the page's HTML does not name. The page loads
 * these scripts by itself after a while.
 */
async function routePartsOnDemand(
  page: Page,
  store: Store,
  handle: (route: Route) => Promise<void>,
  path = '/',
) {
  await page.context().addCookies([await store.sessionCookie(store.token)]);
  const html = await (await page.request.get(store.webUrl + path)).text();
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

test.describe('after an update of the store', () => {
  test.use({ expectedComplaints: [/status of 40[49]/] });

  test('a missing script loads the page anew, with the typed text', async ({ page, store }) => {
    await routePartsOnDemand(page, store, (route) => route.fulfill({ status: 404 }));
    await signIn(page, store);
    await page.getByRole('textbox', { name: 'Name' }).fill('Half typed');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await expect(page.getByText('The store was updated. Your text is still here')).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half typed');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  });

  test('the text typed for one plant does not enter the form of another', async ({ page, store }) => {
    const [one, other] = [newId(), newId()];
    await store.add({ id: Number(one), name: 'One' }, { id: Number(other), name: 'Other' });
    const name = page.getByRole('textbox', { name: 'Name' });
    const edit = page.getByRole('button', { name: 'Edit' });
    await routePartsOnDemand(page, store, (route) => route.fulfill({ status: 404 }), `/plants/${one}`);
    await page.goto(`${store.webUrl}/plants/${one}`);
    await edit.click();
    await name.fill('Half typed');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await expect(page.getByText('The store was updated. Reload this page')).toBeVisible();
    await page.unrouteAll();
    page.on('dialog', (question) => question.accept());
    await page.reload();
    await expect(page.getByText('Your text is still here')).toBeVisible();
    await page.getByRole('link', { name: 'Plants', exact: true }).click();
    await savedRow(page, other).getByRole('link', { name: 'Other' }).click();
    await edit.click();
    await expect(name).toHaveValue('Other');
  });

  test('a link opens its page, and typed text stays or the page asks', async ({ page, store }) => {
    const number = newId();
    await store.add({ id: Number(number), name: 'Edited' });
    await signIn(page, store);
    const name = page.getByRole('textbox', { name: 'Name' });
    const trash = page.getByRole('link', { name: 'Trash', exact: true });
    await name.fill('Half typed');
    // Next then opens the page by its address, as for a page of another build.
    await page.route(/_rsc=/, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await trash.click();
    await expect(page).toHaveURL(/\/trash$/);
    await page.goto(store.webUrl);
    await expect(name).toHaveValue('Half typed');
    await page.goto(`${store.webUrl}/plants/${number}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await name.fill('Half edited');
    const asked = page.waitForEvent('dialog', { timeout: 60_000 });
    const clicked = trash.click();
    await (await asked).accept();
    await clicked;
    await expect(page).toHaveURL(/\/trash$/);
  });

  test('a form post without a script opens the page again, which says what to do', async ({
    page,
    store,
  }) => {
    const multipart = { [`$ACTION_ID_${'0'.repeat(42)}`]: '' };
    const answer = await page.request.post(`${store.webUrl}/sign-in?with=token`, { multipart });
    expect(answer.url()).toBe(`${store.webUrl}/sign-in?with=token&updated=1`);
    expect(await answer.text()).toContain('The store was updated, and nothing was saved.');
  });

  test('a form whose action is gone loads the page anew, once, without secrets', async ({ page, store }) => {
    await page.route('**/start', async (route) => {
      const headers = await route.request().allHeaders();
      if (headers['next-action']) headers['next-action'] = '0'.repeat(42);
      await route.continue({ headers });
    });
    await page.goto(`${store.webUrl}/start`);
    const token = page.getByRole('textbox', { name: 'First token' });
    await token.fill(store.token);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ann');
    await page.getByRole('textbox', { name: 'Your name' }).press('Enter');
    await expect(page.getByText('The store was updated. Your text is still here')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ann');
    await expect(token).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(store.token);
    await page.getByRole('textbox', { name: 'Your name' }).press('Enter');
    await expect(page.getByText('The store was updated. Reload this page')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ann');
  });
});
