import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { numberCell, row, textCell, workbook } from '../../apps/web/test/imports/workbook/workbook-file.ts';
import { expect, signIn, test } from '../fixtures.ts';

// The console errors about a refused or changed file, and about a store that does not answer.
test.use({ expectedComplaints: [/400 \(|ERR_UPLOAD_FILE_CHANGED|ERR_FAILED/] });

/** Chooses a file with these lines, as with the file dialog. */
async function choose(page: Page, name: string, ...lines: string[]) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

/** Drops a file with this text on a part of the page. Returns true if the page accepted the file. */
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

/** Delays requests until the returned function is called. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Blocks reading of files in the page, like a sleeping disk, until the returned function is called. */
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

/** A link in the page's navigation. */
const navLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name });

/** A count in the result of a check or an import. */
const count = (page: Page, what: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${what}$`) })
    .locator('xpath=../dd');

test.beforeEach(async ({ page, store }) => {
  await store.add({ id: 1, name: 'There already' });
  await signIn(page, store);
  await navLink(page, 'Import').click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('a file is checked before anything is stored, then imported, then undone', async ({ page, store }) => {
  await choose(page, 'new.csv', 'Nr;Pflanze;Typ', '7;Pūhā;herb', '8;Ficus;', 'x;Nowhere;', '1;Again;');
  await expect(page.getByRole('heading', { name: 'new.csv: checked, nothing saved yet' })).toBeFocused();
  await expect(count(page, 'to add')).toHaveText('2');
  await expect(count(page, 'not imported')).toHaveText('2');
  await expect(page.getByRole('combobox', { name: 'Id is in column: Nr' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Name is in column: Pflanze' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'The first rows' }).getByRole('row')).toHaveText([
    'IdNameTag',
    '7Pūhāherb',
    '8Ficus',
    'xNowhereWill not be imported',
    '1AgainWill not be imported',
  ]);
  const errors = page.getByRole('list', { name: 'Rows to fix' }).getByRole('listitem');
  await expect(errors).toHaveCount(2);
  await expect(errors.first()).toContainText('Row 4, Nr: x');
  await expect(errors.last()).toContainText(
    'Is already taken by “There already”; give another id, or choose another option under “If the id already exists”.',
  );
  expect(await store.list()).not.toContain('Ficus');
  await page.getByRole('radio', { name: 'Update the existing plant' }).click();
  await expect(count(page, 'to change')).toHaveText('1');
  await page.getByRole('button', { name: 'Import 3 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused();
  await expect(count(page, 'added')).toHaveText('2');
  expect(await store.list()).toContain('"Again"');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download with comments' }).click();
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
  await expect(page.getByRole('link', { name: 'Undid “Import of new.csv”' })).toBeVisible();
  await page.getByRole('link', { name: 'All activity' }).click();
  const activity = page.getByRole('table', { name: 'Activity' });
  await expect(activity.getByRole('link')).toHaveText(['Undid “Import of new.csv”', 'Import of new.csv']);
  expect(await store.list()).toBe('[{"id":1,"name":"There already"}]');
});

test('rows that an import left out are corrected alone, and its plants get labels', async ({
  page,
  store,
}) => {
  await choose(page, 'two.csv', 'id,name', '1,Again', '7,Hoya');
  await page.getByRole('link', { name: 'not imported' }).click();
  await expect(page.getByRole('heading', { name: 'Rows to fix' })).toBeInViewport();
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'two.csv: imported' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Rows with errors' })).toContainText(
    'or import the row again with another option under “If the id already exists”.',
  );
  await expect(page.getByRole('link', { name: 'Labels' })).toHaveAttribute('href', /^\/labels\?receipt=\d+$/);
  await page.getByRole('button', { name: 'Correct 1 row' }).click();
  await page.getByRole('textbox', { name: 'Row 2, id' }).fill('8');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'two.csv: imported' })).toBeFocused();
  expect(await store.plant('8')).toContain('Again');
});

test('a pasted block without headers is imported and undone once', async ({ page, store }) => {
  const pasted = '1\tAloe\tsucculent\n7\tHoya\twax\n';
  await page.getByRole('textbox', { name: 'Or paste a block' }).fill(pasted);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(count(page, 'to add')).toHaveText('1');
  await page.getByRole('radio', { name: 'Update the existing plant' }).click();
  await page.getByRole('button', { name: 'Import 2 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await store.plant('1')).toBe('{"id":1,"name":"Aloe","tag":"succulent"}');
  const release = await hold(page, /receipts\.undo/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undoing…' })).toBeDisabled();
  release();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  expect(await store.list()).toBe('[{"id":1,"name":"There already"}]');
});

test('faulty cells are corrected in place, and typed text stays until it is checked', async ({
  page,
  store,
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
  const check = page.getByRole('button', { name: 'Check again' });
  await cell('Row 3, id').fill('7');
  await cell('Row 4, name').fill('Ficus');
  // A cell keeps the value of the file until a person accepts the suggestion.
  await expect(cell('Row 8, name')).toHaveValue('x'.repeat(250));
  await expect(cell('Row 9, id')).toHaveValue('#12');
  await page.getByRole('button', { name: 'Use 10: Row 7, id' }).click();
  await expect(cell('Row 7, id')).toHaveValue('10');
  await expect(page.getByRole('button', { name: /^Import/ })).toBeHidden();
  // One key press changes the choice. The group and the typed text stay, even if the check fails.
  const noAnswer = page.getByRole('alert').filter({ hasText: 'The store did not answer' });
  await page.route('**/api/imports?*', (route) => route.abort());
  await page.getByRole('radio', { name: 'Report as an error' }).press('ArrowDown');
  await expect(noAnswer).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Keep the existing plant' })).toBeFocused();
  await page.unroute('**/api/imports?*');
  await page.getByRole('radio', { name: 'Keep the existing plant' }).press('ArrowDown');
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
  // The uncorrected file cannot be imported while its cells are being corrected.
  const wake = await sleepingFiles(page);
  await page.getByRole('button', { name: 'Apply all suggestions' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Correcting the file' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 5 plants' })).toBeDisabled();
  await wake();
  await expect(count(page, 'to add')).toHaveText('5');
  await expect(count(page, 'not imported')).toHaveText('1');
  await expect(cell('Row 8, name')).toHaveValue('x'.repeat(250));
  await page.getByRole('button', { name: 'Import 6 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await store.plant('7')).toBe('{"id":7,"name":"Aloe; the big one"}');
  expect(await store.plant('8')).toBe('{"id":8,"name":"Ficus","tag":"tree"}');
  expect(await store.plant('9')).toBe('{"id":9,"name":"Hoöya"}');
  expect(await store.plant('10')).toBe('{"id":10,"name":"Rosa"}');
  expect(await store.plant('12')).toBe('{"id":12,"name":"Salix"}');
});

test('a correction keeps the problem of a broken row and the note on backslashes, and joins two lines', async ({
  page,
  store,
}) => {
  await choose(
    page,
    'broken.csv',
    ...['id,name,tag', '7,"12\\" pot",', '8071,"Golden" Pothos,climber', '8,"Hosta', 'Royal",hosta'],
  );
  const broken = page.getByRole('listitem').filter({ hasText: 'Row 3' });
  const note = page.getByText('Read with \\" as a quotation mark inside a cell');
  const name = page.getByRole('textbox', { name: 'Row 4, name' });
  await expect(broken).toContainText(/Has a broken quotation mark.*Correct the row in the original file\.$/);
  await expect(note).toBeVisible();
  await expect(name).toHaveValue('Hosta Royal');
  await name.press('End');
  await name.pressSequentially(' Gold');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(name).toHaveCount(0);
  await expect(broken).toContainText(/Has a broken quotation mark.*Correct the row in the original file\.$/);
  await expect(note).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Row 3' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Import 2 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await store.plant('8')).toBe('{"id":8,"name":"Hosta Royal Gold","tag":"hosta"}');
});

test('the page asks a person for unclear columns, and wrong guesses can be corrected', async ({
  page,
  store,
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
    'Kode,name,Sorte,Type,Category,',
    '7,Rubber plant,Ficus,tree,indoors,red',
  );
  await expect(page.getByRole('heading', { name: 'columns.csv: which column holds what?' })).toBeFocused();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Choose the column that has the id' }),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Id is in column: choose' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Kode 7',
    'name Rubber plant',
    'Sorte Ficus',
    'Type tree',
    'Category indoors',
    'column F red',
  ]);
  await page.keyboard.press('Escape');
  await pick('Id is in column: choose', 'Kode');
  await expect(page.getByRole('alert').filter({ hasText: 'Two columns could be the tag' })).toBeVisible();
  await pick('Tag is in column: choose', 'column F');
  await expect(first).toHaveText('7Rubber plantred');
  // The page does not show the result of the earlier choice.
  await page.route('**/api/imports?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Check' }).click();
  const noAnswer = page.getByRole('alert').filter({ hasText: 'The store did not answer' });
  await expect(noAnswer).toBeVisible();
  await page.unroute('**/api/imports?*');
  await pick('Tag is in column: column F', 'Type');
  await expect(first).toHaveText('7Rubber planttree');
  await expect(noAnswer).toBeHidden();
  await pick('Tag is in column: Type', 'column F');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(count(page, 'to add')).toHaveText('1');
  await pick('Name is in column: name', 'Sorte');
  await expect(first).toHaveText('7Ficusred');
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await store.plant('7')).toBe('{"id":7,"name":"Ficus","tag":"red"}');
});

test('the page asks for the row of the headers, and says which rows are not imported', async ({
  page,
  store,
}) => {
  const pick = async (from: string, option: string) => {
    await page.getByRole('combobox', { name: from }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose(page, 'facts.csv', 'Stock list', 'Date,2026', 'Kode,Wort', '7,Aloe');
  await expect(
    page.getByRole('alert').filter({ hasText: 'No row with column names was found' }),
  ).toBeVisible();
  await pick('Column names are in: choose', 'row 3 Kode, Wort');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Choose the column that has the id' }),
  ).toBeVisible();
  await pick('Id is in column: choose', 'Kode 7');
  await pick('Name is in column: choose', 'Wort Aloe');
  await expect(page.getByText('The 2 rows above the column names are not imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('combobox', { name: 'Column names are in: row 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await store.plant('7')).toBe('{"id":7,"name":"Aloe"}');
});

test('a file can be dropped anywhere on the page, and the last file is used', async ({ page }) => {
  await page.evaluate(() => {
    const { stream } = Blob.prototype;
    // Reading of the first file does not end.
    Blob.prototype.stream = function (this: File) {
      if (this.name !== 'slow.csv') return stream.call(this);
      const later = new TransformStream();
      (window as { wake?: () => void }).wake = () => void stream.call(this).pipeTo(later.writable);
      return later.readable as ReturnType<typeof stream>;
    };
  });
  expect(await drop(page, 'main h1', 'slow.csv', 'id,name\n7,Aloe\n8,Hoya\n')).toBe(true);
  expect(await drop(page, 'header', 'quick.ndjson', '{"id":9,"name":"Ficus"}\n')).toBe(true);
  await expect(page.getByRole('heading', { name: 'quick.ndjson: checked, nothing saved yet' })).toBeVisible();
  await page.evaluate(() => (window as { wake?: () => void }).wake?.());
  expect(await drop(page, 'main h1', 'third.csv', 'id,name\n7,Aloe\n')).toBe(true);
  await expect(count(page, 'rows')).toHaveText('1');
  await expect(page.getByRole('row')).toHaveText(['IdNameTag', '9Ficus']);
  await expect(page.getByRole('heading', { name: 'quick.ndjson: checked, nothing saved yet' })).toBeVisible();
});

test('leaving the page during an import asks for confirmation', async ({ page, store }) => {
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
  expect(await store.plant('7')).toContain('Aloe');
  await navLink(page, 'Trash').click();
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible();
});

test('an unreadable or changed file is refused with a reason, and another file can be chosen', async ({
  page,
}) => {
  await choose(page, 'cut.csv', 'id,name', '7,"Never closed');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved.' })).toBeVisible();
  const path = test.info().outputPath('saved.csv');
  writeFileSync(path, 'id,name\n7x,Whole\n8,Good\n');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('textbox', { name: 'Row 2, id' }).fill('7');
  writeFileSync(path, 'id,name\n7,Saved in the meantime\n8,Good\n');
  // The new time is 5 s later, because a browser compares times in whole seconds.
  utimesSync(path, Date.now() / 1000 + 5, Date.now() / 1000 + 5);
  await page.getByRole('button', { name: 'Check again' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'changed or moved since you chose it' });
  await expect(problem).toHaveText(/^Nothing was corrected\./);
  await page.getByRole('textbox', { name: 'Row 2, id' }).fill('7x');
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(problem).toHaveText(/^Not imported\./);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('button', { name: 'Import 2 plants' })).toBeVisible();
});
test('a cancelled import stores nothing', async ({ page, store }) => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `${index + 10},Plant ${index}`);
  await choose(page, 'many.csv', `id,name\n${lines.join('\n')}`);
  const go = page.getByRole('button', { name: 'Import 200,000 plants' });
  await go.click({ timeout: 60_000 });
  await expect(page.getByRole('progressbar', { name: 'Importing many.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(go).toBeVisible();
  expect(await store.list()).toBe('[{"id":1,"name":"There already"}]');
});

test('a user without the permission to import sees the reason', async ({ page, store }) => {
  const { token } = await store.makeToken('looker', ['plants:read']);
  await page.context().clearCookies();
  await page.goto(`${store.webUrl}/import`);
  await page.getByRole('textbox', { name: 'Access token' }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/imports scope/)).toBeVisible();
});

test('a check shows the whole row, names ignored columns, and reads an old file in the chosen encoding', async ({
  page,
  store,
}) => {
  // MacRoman with the line ends of an old Mac; 0x8a is "ä" there, and "Š" in Windows-1252.
  const text = 'Nr;Pflanze;Preis\rA-17;M\x8arzbecher;3\r8;B\x8arlauch;4\r';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await expect(page.getByRole('heading', { name: 'Are these names right?' })).toBeFocused();
  const readings = page.getByRole('list', { name: 'Readings' }).getByRole('button');
  await expect(readings).toHaveText(['Märzbecher Bärlauch Western European, old Mac (MacRoman)']);
  await readings.click();
  await expect(page.getByText('Read as Western European, old Mac (MacRoman).')).toBeVisible();
  await expect(page.getByText('This column is not imported: Preis')).toBeVisible();
  const errors = page.getByRole('list', { name: 'Rows to fix' }).getByRole('listitem');
  await expect(errors).toContainText('PflanzeMärzbecherPreis3');
  await expect(page.getByRole('row').filter({ hasText: 'A-17' })).toContainText('Will not be imported');
  await page.getByRole('textbox', { name: 'Row 2, Nr' }).fill('17');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Read as Western European, old Mac (MacRoman).')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 plants' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await store.plant('17')).toBe('{"id":17,"name":"Märzbecher"}');
});

test('the browser reads a workbook by sheet, and loads the reader only for a workbook', async ({
  page,
  store,
}) => {
  const sheetOf = (id: string, name: string) =>
    row(1, textCell('A1', 'id'), textCell('B1', 'name')) + row(2, numberCell('A2', id), textCell('B2', name));
  const file = workbook({
    Empty: '',
    Indoors: sheetOf('7', 'Aloe'),
    Outdoors: sheetOf('8', 'P\u016bh\u0101'),
  });
  // Other scripts may still arrive on a slow machine.
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''));
  });
  const hasReader = async () => (await Promise.all(scripts)).some((text) => text.includes('xl/workbook.xml'));
  await choose(page, 'plain.csv', 'id,name', '7,Aloe');
  await expect(count(page, 'to add')).toHaveText('1');
  expect(await hasReader()).toBe(false);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'spring.xlsx', mimeType: '', buffer: Buffer.from(await file.arrayBuffer()) });
  await expect(page.getByRole('heading', { name: 'spring.xlsx: checked' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Indoors' })).toBeChecked();
  expect(await hasReader()).toBe(true);
  await page.getByRole('radio', { name: 'Empty' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sheet “Empty” has nothing in it' })).toBeVisible();
  await page.getByRole('radio', { name: 'Outdoors' }).click();
  await expect(page.getByRole('radio', { name: 'Outdoors' })).toBeChecked();
  await expect(page.getByRole('row').filter({ hasText: 'P\u016bh\u0101' })).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 plant' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(await store.plant('8')).toBe('{"id":8,"name":"P\u016bh\u0101"}');
});

test('ids with letters become new numbers, and existing plants with such numbers stay unchanged', async ({
  page,
  store,
}) => {
  await choose(page, 'letters.csv', 'id,name', 'A-17,Aloe', '8,', 'A-18,Hoya');
  await page.getByRole('radio', { name: 'Update the existing plant' }).click();
  await page.getByRole('textbox', { name: 'Row 3, name' }).fill('Fern');
  await page.getByRole('button', { name: 'Give these plants new ids' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 plants get new ids, 9 to 10' })).toBeVisible();
  await expect(count(page, 'to add')).toHaveText('3');
  await store.add({ id: 10, name: 'Added meanwhile' });
  await page.getByRole('button', { name: 'Import 3 plants' }).click();
  await expect(count(page, 'added')).toHaveText('2');
  await expect(count(page, 'not imported')).toHaveText('1');
  expect(await store.plant('8')).toBe('{"id":8,"name":"Fern"}');
  expect(await store.plant('9')).toBe('{"id":9,"name":"Aloe"}');
  expect(await store.plant('10')).toBe('{"id":10,"name":"Added meanwhile"}');
});
