import type { Page } from '@playwright/test';
import { addPlant, expect, hydrated, newId, row, savedRow, signIn, test } from '../fixtures.ts';

// Typed text is never lost.

test.use({ expectedComplaints: [/Failed to load resource/] });

test('a plant typed while the API is down waits, and is saved once it is back', async ({
  page,
  startedStore: store,
}) => {
  await signIn(page, store);
  await store.killApi();
  await addPlant(page, { id: '7', name: 'Monstera', tag: 'aroid' });
  const waiting = page.getByRole('status').filter({ hasText: "the store can't be reached" });
  await expect(waiting).toContainText('1 plant is waiting');
  await expect(row(page, '7')).toContainText('Waiting');
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue('');
  const sendNow = page.getByRole('button', { name: 'Send now' });
  await expect(sendNow).toBeVisible();
  await store.startApi();
  // A script clicks the button immediately, because the queue may send the plant by itself.
  await sendNow.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
  await expect(waiting).toHaveCount(0);
  await expect(savedRow(page, '7')).toHaveCount(1);
  expect(await store.list()).toContain('Monstera');
});

for (const [title, isLate] of [
  ['a plant survives the end of the session, and signing in sends it', false],
  ['signing in sends the plant, even if the account appears before the session query ends', true],
] as const)
  test(title, async ({ page, store }) => {
    const { token, revoke } = await store.makeToken('lost', ['plants:read', 'plants:write']);
    await signIn(page, store, token);
    const id = newId();
    await revoke();
    // A revoked token stops working within a second.
    await expect
      .poll(async () => (await page.request.get(`${store.webUrl}/api/trpc/session.get`)).status())
      .toBe(401);
    await addPlant(page, { id, name: 'Persevering' });
    await page.getByRole('button', { name: 'Sign in' }).click();
    const again = page.getByRole('textbox', { name: 'Access token' });
    await again.fill(store.token);
    const account = page.getByRole('button', { name: 'Account first-token' });
    if (isLate) {
      await page.route(/trpc\/session\.get/, async (route) => {
        await expect(account).toBeVisible();
        await route.continue();
      });
      // The dialog asks first whether the browser kept the cookie.
      await page.route(/trpc\/session\.get/, (route) => route.continue(), { times: 1 });
    }
    await again.press('Enter');
    await expect(row(page, id)).toContainText('Persevering');
    await expect.poll(() => store.plant(id)).toContain('Persevering');
  });

test('text typed before hydration survives', async ({ page, store }) => {
  await store.add({ id: Number(newId()), name: 'Early plant' });
  await signIn(page, store);
  const id = newId();
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('Early');
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('textbox', { name: 'Name' }).fill('Early bird');
  release();
  await hydrated(page);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('Early');
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue(id);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Early bird');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(row(page, id)).toContainText('Early bird');
});

test.describe('an element of an extension in a form', () => {
  test.use({ expectedComplaints: [/Minified React error #418/] });

  test('loses no typed text, focus or caret at entry', async ({ page, store }) => {
    await signIn(page, store);
    const id = newId();
    const name = page.getByRole('textbox', { name: 'Name' });
    await hydrateWithExtension(page, store.webUrl, async () => {
      await page.getByRole('textbox', { name: 'Id' }).fill(id);
      await name.fill('Early brd');
      await name.press('ArrowLeft');
      await name.press('ArrowLeft');
    });
    await expect(name).toBeFocused();
    await page.keyboard.type('i');
    await expect(name).toHaveValue('Early bird');
    await name.press('Enter');
    await expect(row(page, id)).toContainText('Early bird');
  });

  test('loses no typed text at sign-in', async ({ page, store }) => {
    const token = page.getByRole('textbox', { name: 'Access token' });
    await hydrateWithExtension(page, `${store.webUrl}/sign-in?with=token`, () => token.fill(store.token));
    await expect(token).toHaveValue(store.token);
    await token.press('Enter');
    await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
  });
});

test('the form is sent even before hydration, and its id is read as with a script', async ({
  page,
  store,
}) => {
  await signIn(page, store);
  const id = newId();
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await page.reload({ waitUntil: 'load' });
  await page.getByRole('textbox', { name: 'Id' }).fill(`\u200e${store.webUrl}/plants/${id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('No script yet');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(row(page, id)).toContainText('No script yet');
});

/** Opens a page, lets `act` use it before hydration, and hydrates it with an element in each form. */
async function hydrateWithExtension(page: Page, url: string, act: () => Promise<void>) {
  const release = await holdScripts(page);
  await page.goto(url, { waitUntil: 'commit' });
  await act();
  // Some password managers put an element into a form. React then renders the page again (its error 418).
  await page.evaluate(() => {
    for (const form of document.forms) form.prepend(document.createElement('extension-button'));
  });
  release();
  await expect(page.locator('extension-button')).toHaveCount(0);
}

/** Keeps the scripts of the page back. Returns a function that lets them run. */
async function holdScripts(page: Page) {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await isHeld;
    await route.continue();
  });
  return release;
}
