// biome-ignore lint/correctness/noUndeclaredDependencies: the outside team has it, in its own folder
import type { Page } from '@playwright/test';
import { test as base, expect } from './store';

// The tests of a team that has docs/testing.md only. e2e/tests/testing.spec.ts runs them in an empty folder.

const plants = (page: Page) => page.getByRole('table', { name: 'Plants' });
const names = (page: Page) => plants(page).getByRole('link');
const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name, exact: true }).click();
const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('dialog').filter({ hasText: text });

async function add(page: Page, id: string, name: string, tag = '') {
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Tag' }).fill(tag);
  await page.getByRole('button', { name: 'Add plant' }).click();
}

const test = base.extend<{ post(plant: string): Promise<unknown> }>({
  post: async ({ store, request }, use) => {
    const headers = { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' };
    await use((data) => request.post(`${store.apiUrl}/plants`, { headers, data }));
  },
});

test('signs in, and out', async ({ page }) => {
  await expect(page.getByRole('textbox', { name: 'Id' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  await page.goto('/trash');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('refuses a wrong token, however often', async ({ browser, store, request }) => {
  const headers = { authorization: 'Bearer wrong' };
  for (let tries = 0; tries < 30; tries++)
    expect((await request.get(`${store.apiUrl}/plants`, { headers })).status()).toBe(401);
  const page = await browser.newPage({ baseURL: store.webUrl });
  await page.goto('/sign-in?with=token');
  const field = page.getByRole('textbox', { name: 'Access token' });
  await field.fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(field).toHaveAccessibleDescription(/token/);
  await expect(page).toHaveURL(/sign-in/);
});

test('adds a plant', async ({ page, request, store }) => {
  await add(page, '7', 'Monstera deliciosa', 'aroid');
  await expect(names(page)).toHaveText(['Monstera deliciosa']);
  const headers = { authorization: `Bearer ${store.token}` };
  const stored = await request.get(`${store.apiUrl}/plants/7`, { headers });
  expect(await stored.json()).toEqual({ id: 7, name: 'Monstera deliciosa', tag: 'aroid' });
});

test('keeps the largest id exact', async ({ page, request, store }) => {
  await add(page, '9223372036854775807', 'Aloe');
  await expect(plants(page).getByRole('cell', { name: '9223372036854775807', exact: true })).toBeVisible();
  const headers = { authorization: `Bearer ${store.token}` };
  const list = () => request.get(`${store.apiUrl}/plants`, { headers }).then((answer) => answer.text());
  await expect.poll(list).toContain('"id":9223372036854775807');
});

test('refuses a taken id', async ({ page, post }) => {
  await post('{"id":7,"name":"Monstera"}');
  await add(page, '7', 'Ficus');
  const refused = plants(page).getByRole('rowgroup', { name: 'Plants not saved yet' });
  await expect(refused).toContainText('Id 7 is already used by');
  await expect(page.getByRole('button', { name: 'Discard Ficus' })).toBeVisible();
  await page.getByRole('button', { name: 'Correct Ficus' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ficus');
});

test('lists the newest plant first, or by name', async ({ page }) => {
  for (const [id, name] of [
    ['1', 'Basil'],
    ['2', 'Agave'],
    ['3', 'Cyclamen'],
  ] as const) {
    await add(page, id, name);
    await expect(names(page).first()).toHaveText(name);
  }
  await expect(names(page)).toHaveText(['Cyclamen', 'Agave', 'Basil']);
  await plants(page).getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(names(page)).toHaveText(['Agave', 'Basil', 'Cyclamen']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first');
  await expect(names(page)).toHaveText(['Basil', 'Agave', 'Cyclamen']);
  await page.getByRole('checkbox', { name: 'Select Agave' }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
});

test('shows a plant of another program', async ({ page, post }) => {
  await expect(page.getByText('No plants yet')).toBeVisible();
  await post('{"id":4,"name":"Aloe"}');
  await expect(names(page)).toHaveText(['Aloe']);
});

test('finds a plant by the beginning of a word', async ({ page }) => {
  await add(page, '1', 'Monstera deliciosa', 'aroid');
  await add(page, '2', 'Ficus lyrata', 'fig');
  await expect(names(page)).toHaveText(['Ficus lyrata', 'Monstera deliciosa']);
  await page.getByRole('searchbox', { name: 'Search' }).fill('deli');
  await expect(names(page)).toHaveText(['Monstera deliciosa']);
});

test('deletes a plant, and has it back', async ({ page }) => {
  await add(page, '1', 'Hoya');
  await names(page).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await message(page, 'Deleted Hoya').getByRole('button', { name: 'Undo' }).click();
  await go(page, 'Plants');
  await expect(names(page)).toHaveText(['Hoya']);
  await names(page).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(message(page, 'Deleted Hoya').last()).toBeVisible();
  await go(page, 'Trash');
  await expect(page.getByRole('table', { name: 'Deleted plants' })).toContainText('Hoya');
  await page.getByRole('button', { name: 'Restore Hoya' }).click();
  await go(page, 'Plants');
  await expect(names(page)).toHaveText(['Hoya']);
});

test('imports a file, and a pasted block', async ({ page }) => {
  await go(page, 'Import');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from('id,name\n1,Basil\n2,Agave\n');
  await (await chooser).setFiles({ name: 'plants.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import 2 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  await go(page, 'Activity');
  await expect(page.getByRole('link', { name: 'Import of plants.csv' })).toBeVisible();
  await go(page, 'Import');
  await page.getByRole('textbox', { name: 'Or paste a block' }).fill('3\tHoya\n4\tAloe\n');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Import 2 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  await go(page, 'Plants');
  await expect(names(page)).toHaveCount(4);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('adds a plant without a network, which is saved later', async ({ page, context }) => {
    await context.setOffline(true);
    await page.getByRole('button', { name: 'New plant' }).tap();
    await add(page, '7', 'Monstera');
    await expect(plants(page)).toContainText('Monstera');
    await context.setOffline(false);
    await page.reload();
    await expect(names(page)).toHaveText(['Monstera']);
  });
});
