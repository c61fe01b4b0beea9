import type { Page } from '@playwright/test';
import { bodyRows, expect, signIn, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

test.use({ expectedComplaints: [/401 \(/] });

test('the trash names the person who deleted a plant, and restores it even after the session ended', async ({
  page,
  store,
}) => {
  await signIn(page, store);
  await page
    .getByRole('navigation', { name: 'Store' })
    .getByRole('link', { name: 'Trash', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await store.add({ id: 1, name: 'Kept' }, { id: 2, name: 'Thrown', tag: 'herb' }, { id: 3, name: 'Also' });
  await store.remove('2');
  await store.remove('3');
  await page.reload();
  const items = bodyRows(page, 'Deleted plants');
  await expect(items).toHaveCount(2);
  await expect(items.nth(0)).toContainText('Also');
  await expect(items.nth(1).getByRole('cell')).toContainText([
    '2',
    'herb',
    /20\d\d/,
    'first-token',
    /20\d\d/,
  ]);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Restore Thrown' }).click();
  const again = page.getByRole('textbox', { name: 'Access token' });
  await again.fill(store.token);
  await again.press('Enter');
  await expect(items).toHaveCount(1);
  expect(await store.plant('2')).toBe('{"id":2,"name":"Thrown","tag":"herb"}');
  const back = page.getByRole('dialog').filter({ hasText: 'Thrown is back' });
  await back.getByRole('button', { name: 'Undo' }).click();
  await expect(items).toHaveCount(2);
  expect(await store.plant('2')).toContain('40400');
  await page.getByRole('button', { name: 'Restore Thrown' }).click();
  await expect(items).toHaveCount(1);
  await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Plants' }).click();
  await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Thrown');
});

test('the second click of a double click does not restore the next plant', async ({ page, store }) => {
  await store.add({ id: 1, name: 'First' }, { id: 2, name: 'Second' });
  await store.remove('1');
  await store.remove('2');
  await signIn(page, store);
  await page.goto(`${store.webUrl}/trash`);
  const items = bodyRows(page, 'Deleted plants');
  await page.getByRole('button', { name: 'Restore Second' }).hover();
  await page.mouse.down();
  await page.mouse.up();
  // The next row is under the pointer now.
  await expect(items).toHaveCount(1);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(page.getByRole('dialog').filter({ hasText: 'Second is back' })).toBeVisible();
  await page.reload();
  await expect(items).toHaveCount(1);
  await page.getByRole('button', { name: 'Restore First' }).click();
  await expect(items).toHaveCount(0);
});

test.describe('a deleted plant whose id is in use again', () => {
  test.use({ expectedComplaints: [/400 \(/] });

  test('stays in the trash, and the page shows the reason', async ({ page, store }) => {
    await store.add({ id: 7, name: 'First' });
    await store.remove('7');
    await signIn(page, store);
    // Waits until the hydrated page has read the trash again, because it would notice the change.
    const looked = page.waitForResponse(/\/trpc\/trash\.list/);
    await page.goto(`${store.webUrl}/trash`);
    await looked;
    await expect(page.getByRole('button', { name: 'Restore First' })).toBeVisible();
    // Nor may it read the trash once more, as after a focus.
    await page.route(/\/trpc\/trash\.list/, () => undefined);
    await store.add({ id: 7, name: 'Second' });
    await page.getByRole('button', { name: 'Restore First' }).click();
    await expect(page.getByText(/Not restored\..*7/).first()).toBeVisible();
    expect(await store.plant('7')).toContain('Second');
  });
});

test.describe('two simultaneous requests after the session ended', () => {
  const deletedPlants = (page: Page) => bodyRows(page, 'Deleted plants');
  const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

  /** Restores two plants at the same time after the session has ended. Resolves when both requests were refused. */
  async function restoreTwo(page: Page, store: Store) {
    await store.add({ id: 1, name: 'Fern' }, { id: 2, name: 'Moss' });
    await store.remove('1');
    await store.remove('2');
    await signIn(page, store);
    await page.goto(`${store.webUrl}/trash`);
    await expect(deletedPlants(page)).toHaveCount(2);
    await page.context().clearCookies();
    const bothSent = Promise.withResolvers<void>();
    await page.route(/\/trpc\/trash\.restore/, async (route) => {
      await bothSent.promise;
      await route.continue();
    });
    const restore = async (name: string) => {
      const sent = page.waitForRequest(/\/trpc\/trash\.restore/);
      await page.getByRole('button', { name: `Restore ${name}` }).click();
      return sent;
    };
    const requests = [await restore('Fern'), await restore('Moss')];
    bothSent.resolve();
    for (const request of requests) expect((await request.response())?.status()).toBe(401);
    await expect(signInAgain(page)).toHaveCount(1);
  }

  test('are both repeated after one sign-in', async ({ page, store }) => {
    await restoreTwo(page, store);
    const token = signInAgain(page).getByRole('textbox', { name: 'Access token' });
    await token.fill(store.token);
    await token.press('Enter');
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    await expect(signInAgain(page)).toBeHidden();
    expect(await store.list()).toMatch(/Moss.*Fern|Fern.*Moss/);
  });

  test('both fail when the dialog is closed, each with its reason', async ({ page, store }) => {
    await restoreTwo(page, store);
    // Screen readers get an alert; the visible toast is hidden from them.
    const problems = page
      .getByRole('alertdialog', { includeHidden: true })
      .filter({ hasText: 'Not restored. Your session has ended' });
    await expect(problems).toHaveCount(0);
    await signInAgain(page).getByRole('button', { name: 'Not now' }).click();
    await expect(signInAgain(page)).toBeHidden();
    await expect(problems).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Restore Moss' })).toHaveText('Restore');
    await page.getByRole('button', { name: 'Restore Fern' }).click();
    await expect(signInAgain(page)).toBeVisible();
  });
});
