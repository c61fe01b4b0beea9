import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';

test.use({ expectedComplaints: [/400 \(/] });

/** Chooses a file of these lines, as with the dialog of the browser. */
async function choose(page: Page, name: string, ...lines: string[]) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

/** One of the counts of a check or an import. */
const count = (page: Page, what: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${what}$`) })
    .locator('xpath=../dd');

test.beforeEach(async ({ page, ownStore }) => {
  await ownStore.add({ id: 1, name: 'There already' });
  await signIn(page, ownStore);
  await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('a file is checked before anything is written, imported, and undone', async ({ page, ownStore }) => {
  await choose(page, 'new.csv', 'Nr;Pflanze;Typ', '7;Pūhā;herb', '8;Ficus;', 'x;Nowhere;', '1;Again;');
  await expect(page.getByRole('heading', { name: 'new.csv: nothing is written yet' })).toBeFocused();
  await expect(count(page, 'to add')).toHaveText('2');
  await expect(count(page, 'not acceptable')).toHaveText('2');
  await expect(page.getByRole('combobox', { name: 'Id is in column: Nr' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Name is in column: Pflanze' })).toBeVisible();
  const errors = page.getByRole('list', { name: 'Rows that are not acceptable' }).getByRole('listitem');
  await expect(errors).toHaveCount(2);
  await expect(errors.first()).toContainText('Row 4, Nr: x');
  expect(await ownStore.list()).not.toContain('Ficus');
  await page.getByRole('radio', { name: 'Change the plant to what the row says' }).click();
  await expect(count(page, 'to change')).toHaveText('1');
  await page.getByRole('button', { name: 'Import 3 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused();
  await expect(count(page, 'added')).toHaveText('2');
  expect(await ownStore.list()).toContain('"Again"');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the file with notes' }).click();
  const annotated = readFileSync(await (await download).path(), 'utf8');
  expect(annotated).toContain('_problem');
  expect((await download).suggestedFilename()).toBe('new.annotated.csv');
  await page.getByRole('link', { name: 'See the plants' }).click();
  await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Pūhā');
  await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Receipts' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Import of new.csv' })).toContainText('2 added');
  await page.getByRole('button', { name: 'Undo: Import of new.csv' }).click();
  await expect(page.getByText('Undone:').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Receipts' }).getByRole('listitem')).toHaveCount(2);
  expect(await ownStore.list()).toBe('[{"id":1,"name":"There already"}]');
});

test('a block that is pasted from a spreadsheet is imported too', async ({ page, ownStore }) => {
  await page.getByRole('textbox', { name: 'Or paste a block' }).fill('id\tname\ttag\n7\tAloe\tsucculent\n');
  await page.getByRole('button', { name: 'Check what was pasted' }).click();
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await ownStore.plant('7')).toBe('{"id":7,"name":"Aloe","tag":"succulent"}');
});

test('a cell that is not acceptable is corrected on the spot, and the rows keep their numbers', async ({
  page,
  ownStore,
}) => {
  await choose(page, 'cells.csv', 'id;name;tag', '', '7x;"Aloe; the big one";', '8;Ficus;tree', ';Hoya;');
  await page.getByRole('textbox', { name: 'Row 3, id' }).fill('7');
  await page.getByRole('button', { name: 'Check what I corrected' }).click();
  await expect(count(page, 'to add')).toHaveText('2');
  const errors = page.getByRole('list', { name: 'Rows that are not acceptable' }).getByRole('listitem');
  await expect(errors).toHaveText(/^Row 5, id/);
  await page.getByRole('textbox', { name: 'Row 5, id' }).fill('9');
  await page.getByRole('textbox', { name: 'Row 5, id' }).press('Enter');
  await page.getByRole('button', { name: 'Import 3 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await ownStore.plant('7')).toBe('{"id":7,"name":"Aloe; the big one"}');
  expect(await ownStore.plant('9')).toContain('Hoya');
});

test('columns that were taken for others are put right', async ({ page, ownStore }) => {
  await choose(page, 'columns.csv', 'id,name,botanical name', '7,Rubber plant,Ficus elastica');
  await page.getByRole('combobox', { name: 'Name is in column: name' }).click();
  await page.getByRole('option', { name: 'botanical name' }).click();
  await expect(page.getByRole('combobox', { name: 'Name is in column: botanical name' })).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await ownStore.plant('7')).toContain('Ficus elastica');
});

test('a file that cannot be read is refused in words, and another can be chosen', async ({ page }) => {
  await choose(page, 'cut.csv', 'id,name', '7,"Never closed');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was written.' })).toBeVisible();
  await choose(page, 'whole.csv', 'id,name', '7,Whole');
  await expect(page.getByRole('button', { name: 'Import 1 plant' })).toBeVisible();
});

test('an import that is cancelled leaves nothing behind', async ({ page, ownStore }) => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `${index + 10},Plant ${index}`);
  await choose(page, 'many.csv', `id,name\n${lines.join('\n')}`);
  const go = page.getByRole('button', { name: 'Import 200,000 plants' });
  await go.click({ timeout: 60_000 });
  await expect(page.getByRole('progressbar', { name: 'Importing many.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(go).toBeVisible();
  expect(await ownStore.list()).toBe('[{"id":1,"name":"There already"}]');
});

test('a token that may not import is told so', async ({ page, ownStore }) => {
  const { token = '' } = await ownStore.tokenCommand('create', '--name', 'looker', '--scope', 'plants:read');
  await page.context().clearCookies();
  await page.goto(`${ownStore.webUrl}/import`);
  await page.getByRole('textbox', { name: 'Access token' }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/imports scope/)).toBeVisible();
});
