import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Plants' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

test.beforeEach(async ({ page, store }) => {
  await store.add(
    { id: 11, name: 'Pūhā', tag: 'herb' },
    { id: 12, name: 'Monstera deliciosa', tag: 'aroid' },
    { id: 13, name: 'Monstera adansonii', tag: 'aroid' },
    { id: 14, name: 'Salvia × jamensis', tag: 'herb' },
    { id: 15, name: 'Ficus' },
  );
  await signIn(page, store);
});

test('typing finds plants by the beginnings of words, and marks them', async ({ page }) => {
  await page.keyboard.press('Escape');
  await page
    .getByRole('search')
    .first()
    .evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('puha');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator('mark')).toHaveText('Pūhā');
  await expect(page.getByRole('status').filter({ hasText: '1 plant found' })).toBeVisible();
  await expect(page).toHaveURL(/\/\?q=puha$/);
  await search(page).fill('mon del');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator('mark')).toHaveText(['Mon', 'del']);
  await search(page).fill('salvia x');
  await expect(rows(page).locator('mark')).toHaveText(['Salvia', '×']);
  await search(page).fill('15');
  await expect(rows(page).locator('mark')).toHaveText(['15']);
  await search(page).fill('#1');
  await expect(rows(page).locator('mark')).toHaveText(['1', '1', '1', '1', '1']);
  await search(page).press('Escape');
  await expect(rows(page)).toHaveCount(5);
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/$/);
});

test('no typed letter is lost when the page is slower than the person', async ({ page }) => {
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype;
    // React schedules a new address with messages, but handles a key press without them.
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => postMessage.call(this, message), 400);
    };
  });
  await search(page).pressSequentially('monstera', { delay: 250 });
  await expect(page).toHaveURL(/\/\?q=monstera$/);
  await expect(search(page)).toHaveValue('monstera');
  await expect(rows(page)).toHaveCount(2);
});

test('the address has the search: it can be shared, and Back undoes it in one step', async ({
  page,
  store,
}) => {
  await search(page).pressSequentially('mons', { delay: 250 });
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();
  await expect(rows(page)).toHaveCount(5);
  await expect(search(page)).toHaveValue('');
  await page.goForward();
  await expect(search(page)).toHaveValue('mons');
  await expect(rows(page)).toHaveCount(2);
  await page.goto(`${store.webUrl}/?q=mon&tag=aroid&sort=name`);
  await expect(search(page)).toHaveValue('mon');
  await expect(rows(page)).toContainText(['Monstera adansonii', 'Monstera deliciosa']);
  await expect(page.getByRole('button', { name: 'Tag: aroid' })).toBeVisible();
});

test('the tag filter shows only the plants with the tag, and their number', async ({ page }) => {
  await page.getByRole('button', { name: 'Tag: any' }).click();
  await expect(page.getByRole('option', { name: 'aroid 2' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'herb 2' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Find a tag' }).fill('her');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/tag=herb/);
  await page.getByRole('button', { name: 'Tag: herb' }).click();
  await page.getByRole('option', { name: 'no tag' }).click();
  await expect(rows(page)).toHaveText([/Ficus/]);
  await page.getByRole('button', { name: 'Tag: no tag' }).click();
  await page.getByRole('option', { name: 'no tag' }).click();
  await expect(rows(page)).toHaveCount(5);
});

test('clicks on a column heading sort up, then down, then in the default order', async ({ page }) => {
  const head = page.getByRole('columnheader', { name: 'Name' });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Ficus');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText('Salvia');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await expect(rows(page).first()).toContainText('Ficus');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first');
  await expect(rows(page).first()).toContainText('Pūhā');
  await expect(page).toHaveURL(/sort=added/);
});

test('an empty result names the next step', async ({ page }) => {
  await search(page).fill('orchid');
  await expect(page.getByRole('heading', { name: 'No plants match “orchid”' })).toBeVisible();
  await search(page).fill('333931');
  await expect(page.getByText('An id is found by its first digits')).toBeVisible();
  await page.getByRole('button', { name: 'Show all plants' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(search(page)).toHaveValue('');
});

test('a plant added during a search enters the result if the search finds it', async ({ page }) => {
  await search(page).fill('mons');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Id' }).fill('99');
  await page.getByRole('textbox', { name: 'Name' }).fill('Monstera obliqua');
  await page.getByRole('button', { name: 'Add plant' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Enter in the search field searches', async ({ page }) => {
    await search(page).fill('puha');
    await search(page).press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Pūhā');
    // It needs a script.
    await expect(page.getByRole('button', { name: 'Copy as table' })).toBeHidden();
  });
});
