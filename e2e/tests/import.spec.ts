import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';

// What a browser says of a file that is refused or has changed, and of a store that does not answer.
test.use({ expectedComplaints: [/400 \(|ERR_UPLOAD_FILE_CHANGED|ERR_FAILED/] });

/** Chooses a file of these lines, as with the dialog of the browser. */
async function choose(page: Page, name: string, ...lines: string[]) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

/** Drops a file with this text on a part of the page; says whether the page has taken it from the browser. */
const drop = (page: Page, on: string, name: string, text: string) =>
  page.locator(on).evaluate(
    (place, [name = '', text = '']) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      const parts = { dataTransfer, bubbles: true, cancelable: true };
      place.dispatchEvent(new DragEvent('dragover', parts));
      return !place.dispatchEvent(new DragEvent('drop', parts));
    },
    [name, text],
  );

/** Keeps requests from arriving until it is called. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Files cannot be read in the page, as from a drive that has to wake up first, until it is woken. */
async function sleepingFiles(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { stream } = Blob.prototype;
    const waiting: (() => void)[] = [];
    Blob.prototype.stream = function (this: Blob) {
      const later = new TransformStream();
      waiting.push(() => void stream.call(this).pipeTo(later.writable));
      return later.readable as ReturnType<typeof stream>;
    };
    (window as { wakeFiles?: () => void }).wakeFiles = () => {
      Blob.prototype.stream = stream;
      for (const wake of waiting) wake();
    };
  });
  return () => page.evaluate(() => (window as { wakeFiles?: () => void }).wakeFiles?.());
}

/** The page's link to one of its pages. */
const navLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name });

/** One of the counts of a check or an import. */
const count = (page: Page, what: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${what}$`) })
    .locator('xpath=../dd');

test.beforeEach(async ({ page, ownStore }) => {
  await ownStore.add({ id: 1, name: 'There already' });
  await signIn(page, ownStore);
  await navLink(page, 'Import').click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('a file is checked before anything is written, imported, and undone', async ({ page, ownStore }) => {
  await choose(page, 'new.csv', 'Nr;Pflanze;Typ', '7;Pūhā;herb', '8;Ficus;', 'x;Nowhere;', '1;Again;');
  await expect(page.getByRole('heading', { name: 'new.csv: nothing is written yet' })).toBeFocused();
  await expect(count(page, 'to add')).toHaveText('2');
  await expect(count(page, 'not acceptable')).toHaveText('2');
  await expect(page.getByRole('combobox', { name: 'Id is in column: Nr' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Name is in column: Pflanze' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'The first rows' }).getByRole('row')).toHaveText([
    'IdNameTag',
    '7Pūhāherb',
    '8Ficus',
    '1Again',
  ]);
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
  await navLink(page, 'Activity').click();
  await expect(page.getByRole('row').filter({ hasText: 'Import of new.csv' })).toContainText('2 added');
  await page.getByRole('link', { name: 'Import of new.csv' }).click();
  const again = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download with comments' }).click();
  expect(readFileSync(await (await again).path(), 'utf8')).toBe(annotated);
  await page.getByRole('button', { name: 'Undo: Import of new.csv' }).click();
  await expect(page.getByRole('link', { name: 'Undid "Import of new.csv"' })).toBeVisible();
  await page.getByRole('link', { name: 'All activity' }).click();
  const activity = page.getByRole('table', { name: 'Activity' });
  await expect(activity.getByRole('link')).toHaveText(['Undid "Import of new.csv"', 'Import of new.csv']);
  expect(await ownStore.list()).toBe('[{"id":1,"name":"There already"}]');
});

test('a block without headers that is pasted is imported too, and undone once', async ({
  page,
  ownStore,
}) => {
  const pasted = '1\tAloe\tsucculent\n7\tHoya\twax\n';
  await page.getByRole('textbox', { name: 'Or paste a block' }).fill(pasted);
  await page.getByRole('button', { name: 'Check what was pasted' }).click();
  await expect(count(page, 'to add')).toHaveText('1');
  await page.getByRole('radio', { name: 'Change the plant to what the row says' }).click();
  await page.getByRole('button', { name: 'Import 2 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await ownStore.plant('1')).toBe('{"id":1,"name":"Aloe","tag":"succulent"}');
  const release = await hold(page, /receipts\.undo/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undoing…' })).toBeDisabled();
  release();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  expect(await ownStore.list()).toBe('[{"id":1,"name":"There already"}]');
});

test('cells that are not acceptable are corrected on the spot, and what was typed stays until it is checked', async ({
  page,
  ownStore,
}) => {
  await choose(
    page,
    'cells.csv',
    'id; name;tag',
    '',
    '7x;"Aloe; the big one";',
    '8;;tree',
    ';Ho\u00c3\u00b6ya;',
    '1;A;',
    '#10;Rosa;',
    `11;${'x'.repeat(250)};`,
    '#12;Salix;',
  );
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
  const check = page.getByRole('button', { name: 'Check what I corrected' });
  await cell('Row 3, id').fill('7');
  await cell('Row 4, name').fill('Ficus');
  // A cell has what the file has, until somebody takes what could be meant.
  await expect(cell('Row 8, name')).toHaveValue('x'.repeat(250));
  await expect(cell('Row 9, id')).toHaveValue('#12');
  await page.getByRole('button', { name: 'Did you mean 10? Row 7, id' }).click();
  await expect(cell('Row 7, id')).toHaveValue('10');
  await expect(page.getByRole('button', { name: /^Import/ })).toBeHidden();
  // One key changes the choice; it is not to take the group away, nor what was typed, even where the check fails.
  const noAnswer = page.getByRole('alert').filter({ hasText: 'The store did not answer' });
  await page.route('**/api/imports?*', (route) => route.abort());
  await page.getByRole('radio', { name: 'Do not accept the row' }).press('ArrowDown');
  await expect(noAnswer).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Keep the plant as it is' })).toBeFocused();
  await page.unroute('**/api/imports?*');
  await page.getByRole('radio', { name: 'Keep the plant as it is' }).press('ArrowDown');
  await expect(count(page, 'to change')).toHaveText('1');
  await page.route('**/api/imports?*', (route) => route.abort());
  await check.click();
  await expect(noAnswer).toBeVisible();
  await expect(cell('Row 3, id')).toHaveValue('7');
  await expect(cell('Row 4, name')).toHaveValue('Ficus');
  await page.unroute('**/api/imports?*');
  await cell('Row 5, id').fill('9');
  await check.click();
  await expect(count(page, 'to add')).toHaveText('4');
  await expect(page.getByRole('heading', { name: 'cells.csv' })).toBeFocused();
  await expect(cell('Row 5, name')).toHaveValue('Ho\u00c3\u00b6ya');
  await expect(cell('Row 9, id')).toHaveValue('#12');
  // The file cannot be imported as it was while it is being given other cells.
  const wake = await sleepingFiles(page);
  await page.getByRole('button', { name: 'Take the suggestions' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Correcting the file' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 5 plants' })).toBeDisabled();
  await wake();
  await expect(count(page, 'to add')).toHaveText('5');
  await expect(count(page, 'not acceptable')).toHaveText('1');
  await expect(cell('Row 8, name')).toHaveValue('x'.repeat(250));
  await page.getByRole('button', { name: 'Import 6 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await ownStore.plant('7')).toBe('{"id":7,"name":"Aloe; the big one"}');
  expect(await ownStore.plant('8')).toBe('{"id":8,"name":"Ficus","tag":"tree"}');
  expect(await ownStore.plant('9')).toBe('{"id":9,"name":"Hoöya"}');
  expect(await ownStore.plant('10')).toBe('{"id":10,"name":"Rosa"}');
  expect(await ownStore.plant('12')).toBe('{"id":12,"name":"Salix"}');
});

test('which column holds what is asked where it is not clear, and put right where it was guessed wrong', async ({
  page,
  ownStore,
}) => {
  const pick = async (from: string, column: string) => {
    await page.getByRole('combobox', { name: from }).click();
    await page
      .getByRole('option')
      .filter({ has: page.getByText(column, { exact: true }) })
      .click();
  };
  const first = page.getByRole('table', { name: 'The first rows' }).getByRole('row').nth(1);
  await choose(
    page,
    'columns.csv',
    'Code,name,Sorte,Type,Category,',
    '7,Rubber plant,Ficus,tree,indoors,red',
  );
  await expect(page.getByRole('heading', { name: 'columns.csv: which column holds what?' })).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'No column is the id' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Id is in column: choose' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Code 7',
    'name Rubber plant',
    'Sorte Ficus',
    'Type tree',
    'Category indoors',
    'column F red',
  ]);
  await page.keyboard.press('Escape');
  await pick('Id is in column: choose', 'Code');
  await expect(page.getByRole('alert').filter({ hasText: 'Two columns could be the tag' })).toBeVisible();
  await pick('Tag is in column: choose', 'column F');
  await expect(first).toHaveText('7Rubber plantred');
  // What came of a check is not told of another choice.
  await page.route('**/api/imports?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Check the file' }).click();
  const noAnswer = page.getByRole('alert').filter({ hasText: 'The store did not answer' });
  await expect(noAnswer).toBeVisible();
  await page.unroute('**/api/imports?*');
  await pick('Tag is in column: column F', 'Type');
  await expect(first).toHaveText('7Rubber planttree');
  await expect(noAnswer).toBeHidden();
  await pick('Tag is in column: Type', 'column F');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(count(page, 'to add')).toHaveText('1');
  await pick('Name is in column: name', 'Sorte');
  await expect(first).toHaveText('7Ficusred');
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await ownStore.plant('7')).toBe('{"id":7,"name":"Ficus","tag":"red"}');
});

test('a file is dropped anywhere on the page, the last one counts, and nothing else takes the place of the page', async ({
  page,
}) => {
  await page.evaluate(() => {
    const { stream } = Blob.prototype;
    // As from a drive that has to wake up first.
    Blob.prototype.stream = function (this: File) {
      if (this.name !== 'slow.csv') return stream.call(this);
      const later = new TransformStream();
      (window as { wake?: () => void }).wake = () => void stream.call(this).pipeTo(later.writable);
      return later.readable as ReturnType<typeof stream>;
    };
  });
  expect(await drop(page, 'main h1', 'slow.csv', 'id,name\n7,Aloe\n8,Hoya\n')).toBe(true);
  expect(await drop(page, 'header', 'quick.ndjson', '{"id":9,"name":"Ficus"}\n')).toBe(true);
  await expect(page.getByRole('heading', { name: 'quick.ndjson: nothing is written yet' })).toBeVisible();
  await page.evaluate(() => (window as { wake?: () => void }).wake?.());
  expect(await drop(page, 'main h1', 'third.csv', 'id,name\n7,Aloe\n')).toBe(true);
  await expect(count(page, 'rows')).toHaveText('1');
  await expect(page.getByRole('row')).toHaveText(['IdNameTag', '9Ficus']);
  await expect(page.getByRole('heading', { name: 'quick.ndjson: nothing is written yet' })).toBeVisible();
});

test('leaving the page while an import is under way is asked about', async ({ page, ownStore }) => {
  await choose(page, 'held.csv', 'id,name', '7,Aloe');
  const leave = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await leave()).toBe(false);
  const release = await hold(page, /dryRun=false/);
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('progressbar', { name: 'Importing held.csv' })).toBeVisible();
  expect(await leave()).toBe(true);
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await navLink(page, 'Trash').click();
  expect(asked).toEqual([expect.stringContaining('it is cancelled')]);
  release();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused();
  expect(await ownStore.plant('7')).toContain('Aloe');
  await navLink(page, 'Trash').click();
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible();
});

test('a file that cannot be read is refused in words, also where it has changed on disk, and another can be chosen', async ({
  page,
  ownStore,
}) => {
  await choose(page, 'cut.csv', 'id,name', '7,"Never closed');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was written.' })).toBeVisible();
  const path = join(ownStore.folder, 'saved.csv');
  writeFileSync(path, 'id,name\n7x,Whole\n8,Good\n');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('textbox', { name: 'Row 2, id' }).fill('7');
  writeFileSync(path, 'id,name\n7,Saved in the meantime\n8,Good\n');
  // A browser looks at whole seconds.
  utimesSync(path, Date.now() / 1000 + 5, Date.now() / 1000 + 5);
  await page.getByRole('button', { name: 'Check what I corrected' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'changed or moved since it was chosen' });
  await expect(problem).toHaveText(/^Nothing was corrected\./);
  await page.getByRole('textbox', { name: 'Row 2, id' }).fill('7x');
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(problem).toHaveText(/^Not imported\./);
  await page.getByRole('button', { name: 'Another file' }).click();
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('button', { name: 'Import 2 plants' })).toBeVisible();
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
