import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addPlant, bodyRows, expect, row, signIn, test } from '../fixtures.ts';
import { paleButtons } from '../pale-buttons.ts';

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

/** Sets the tag of the selected plants. */
async function tag(page: Page, text: string) {
  await bar(page).getByRole('button', { name: 'Edit tag' }).click();
  await page.getByRole('textbox', { name: 'New tag' }).fill(text);
  await page.getByRole('button', { name: 'Set tag' }).click();
}

/** The text of the file of the selected plants. Without a choice, the dialog keeps its own. */
async function exported(page: Page, separator?: 'Comma' | 'Semicolon') {
  await bar(page).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
  if (separator) await dialog.getByRole('radio', { name: separator }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

test('plants selected one by one and with Shift get a tag together, and Undo removes it', async ({
  page,
  store,
}) => {
  await store.add(...[1, 2, 3, 4, 5].map((id) => ({ id, name: `Plant ${id}`, tag: 'old' })));
  await signIn(page, store);
  await expect(bar(page)).toHaveCount(0);
  await box(page, 'Plant 5').click();
  await box(page, 'Plant 3').click({ modifiers: ['Shift'] });
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await box(page, 'Plant 4').click();
  await expect(bar(page).getByRole('status')).toHaveText('2 selected');
  await tag(page, 'shade');
  await expect(row(page, '5')).toContainText('shade');
  await expect(row(page, '4')).toContainText('old');
  await expect(bar(page)).toHaveCount(0);
  expect((await store.list()).match(/shade/g)).toHaveLength(2);
  // The result appears in the list of the search.
  await page.getByRole('searchbox', { name: 'Search' }).fill('Plant 5');
  await expect(page.getByText('1 plant found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, '5')).toContainText('old');
  expect(await store.list()).not.toContain('shade');
});

test('a double click on Set tag sets it once', async ({ page, store }) => {
  await store.add({ id: 1, name: 'Plant 1' });
  await signIn(page, store);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('plants.updateMany')) requests += 1;
  });
  await box(page, 'Plant 1').click();
  await bar(page).getByRole('button', { name: 'Edit tag' }).click();
  await page.getByRole('textbox', { name: 'New tag' }).fill('shade');
  await page.getByRole('button', { name: 'Set tag' }).dblclick();
  await expect(page.getByText('1 plant now tagged')).toBeVisible();
  await expect(page.getByRole('dialog', { name: /Edit the tag/ })).toHaveCount(0);
  expect(requests).toBe(1);
});

test('a dialog covers the whole page, and nothing under it receives clicks', async ({ page, store }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await store.addMany(40);
  await signIn(page, store);
  await page.locator('[aria-rowindex="2"]').getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: 'Edit tag' }).click();
  const dialog = page.getByRole('dialog', { name: /Edit the tag/ });
  for (const name of ['Set tag', 'Cancel'])
    expect(
      await dialog.getByRole('button', { name }).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    ).toBe(true);
  const covered = page.locator('[data-selection-bar], thead');
  for (const part of await covered.all())
    expect(
      await part.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [0.05, 0.95].some((share) =>
          element.contains(document.elementFromPoint(x + width * share, y + height / 2)),
        );
      }),
    ).toBe(false);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar(page).getByRole('button', { name: 'Edit tag' })).toBeFocused();
});

test('on a phone the six actions of the selection fill two lines', async ({ page, store }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await store.add({ id: 1, name: 'Aloe' });
  await signIn(page, store);
  await box(page, 'Aloe').click();
  const tops = ['Edit tag', 'Remove tags', 'Export', 'Copy as table', 'Labels', 'Delete'].map((name) =>
    bar(page)
      .getByRole('button', { name })
      .or(bar(page).getByRole('link', { name }))
      .evaluate((button) => button.getBoundingClientRect().top),
  );
  expect(new Set(await Promise.all(tops)).size).toBe(2);
});

test('all bulk actions work with the keyboard alone, and the focus is never lost', async ({
  page,
  store,
}) => {
  await store.add(...[1, 2, 3, 4, 5].map((id) => ({ id, name: `Plant ${id}` })));
  await signIn(page, store);
  const { keyboard } = page;
  await box(page, 'Plant 5').focus();
  await keyboard.press('Space');
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await keyboard.press('ArrowDown');
  await expect(box(page, 'Plant 4')).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(box(page, 'Plant 3')).toBeFocused();
  await keyboard.press('Shift+Space');
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(box(page, 'Plant 3')).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('a');
  await expect(bar(page).getByRole('button', { name: 'Edit tag' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'New tag' })).toBeFocused();
  await keyboard.type('shade');
  await keyboard.press('Enter');
  await expect(row(page, '3')).toContainText('shade');
  await expect(box(page, 'Plant 3')).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('a');
  await expect(bar(page).getByRole('button', { name: 'Edit tag' })).toBeFocused();
  await bar(page).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(row(page, '3')).toHaveCount(0);
  await expect(box(page, 'Plant 2')).toBeFocused();
  await page
    .getByRole('dialog')
    .filter({ hasText: 'Deleted' })
    .getByRole('button', { name: 'Undo' })
    .press('Enter');
  await expect(row(page, '3')).toHaveCount(1);
  await expect(page.locator('tr :focus')).toHaveCount(1);
  await box(page, 'Plant 4').press('Space');
  await bar(page).getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(box(page, 'Plant 4')).toBeFocused();
  await page.getByRole('link', { name: 'Plant 4' }).press('Enter');
  await page.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.locator('h1:focus, tr :focus')).toHaveCount(1);
  await expect(row(page, '4')).toHaveCount(0);
  await page.goto(`${store.webUrl}/trash`);
  await page.getByRole('button', { name: 'Restore Plant 4' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await expect(page.locator('h1')).toBeFocused();
});

test('ArrowDown moves from the search field to the list, at once after the key for it, and Space on a name selects the plant', async ({
  page,
  store,
}) => {
  await store.add(...[1, 2, 3].map((id) => ({ id, name: `Plant ${id}` })));
  await signIn(page, store);
  await expect(box(page, 'Plant 3')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Plant 3' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
});

test('"select all" selects all matching plants, even those that are not loaded', async ({ page, store }) => {
  await store.addMany(700);
  await store.add({ id: 1_000, name: 'Bystander' });
  await signIn(page, store);
  await page.getByRole('searchbox', { name: 'Search' }).fill('hoya');
  await expect(page.getByText('100 plants found')).toBeVisible();
  await box(page, 'Hoya 698').click();
  await bar(page).getByRole('button', { name: 'Select all 100' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('100 selected');
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No plants match “hoya”' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(page.getByText('601 plants')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('701 plants')).toBeVisible();
});

test.describe('after a change of the list', () => {
  test.use({ expectedComplaints: [/412 \(/] });

  test('a bulk action does not change plants that the person has not seen', async ({ page, store }) => {
    await store.addMany(300);
    await page.clock.install();
    await signIn(page, store);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(bar(page).getByRole('status')).toHaveText('300 selected');
    await store.add({ id: 1_000, name: 'Unseen' });
    await page.clock.runFor(40_000);
    // The page reads the list again, as after a visit to another window.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('button', { name: 'Show 1 new plant' })).toBeVisible();
    await expect(bar(page).getByRole('status')).toHaveText('300 selected');
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('textbox', { name: 'Type 300 to confirm' }).fill('300');
    await page.getByRole('button', { name: 'Delete 300 plants' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Nothing was changed. The list changed.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, '1000')).toContainText('Unseen');
    // The plant that came later would look selected.
    await expect(bar(page)).toBeHidden();
    expect(await store.plant('1')).toContain('"name"');
  });
});

test('plants far down in a long list change in place and stay selected', async ({ page, store }) => {
  await store.addMany(600);
  await signIn(page, store);
  const far = page.locator('[aria-rowindex="401"]');
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(far).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [20] });
  const id = await far.getByRole('cell').nth(1).textContent();
  await far.getByRole('checkbox').click();
  await tag(page, 'far down');
  await expect(bar(page)).toHaveCount(0);
  await expect(far).toContainText('far down');
  await expect(far).toBeInViewport();
  await far.getByRole('checkbox').click();
  await store.add({ id: 1_000, name: 'From afar' });
  await page.getByRole('button', { name: 'Show 1 new plant' }).click();
  await expect(row(page, '1000')).toBeVisible();
  expect(await exported(page)).toMatch(new RegExp(`^${id},.*,far down`, 'm'));
  // A range begins with the last selected plant of the current list.
  await page.getByRole('searchbox', { name: 'Search' }).fill('hoya');
  await expect(page.getByText('86 plants found')).toBeVisible();
  await page
    .locator('[aria-rowindex="4"]')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
});

test('Activity shows a bulk change, undoes it, and lists the skipped plants', async ({ page, store }) => {
  await signIn(page, store);
  await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'No activity yet' })).toBeVisible();
  await store.add({ id: 1, name: 'One' }, { id: 2, name: 'Two' }, { id: 3, name: 'Three' });
  const activity = bodyRows(page, 'Activity');
  // The page follows the store.
  await expect(activity.getByText(/^Added 3 plants, /)).toBeVisible();
  await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Plants' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await tag(page, 'sale');
  await expect(row(page, '1')).toContainText('sale');
  await store.change('2', { name: 'Two, changed' });
  await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Activity' }).click();
  await expect(activity).toHaveCount(2);
  await expect(activity.first()).toContainText('3 changed');
  await expect(activity.first()).toContainText('first-token');
  await activity.first().getByRole('button', { name: 'Undo: Changed tags' }).press('Enter');
  const undone = page
    .getByRole('dialog')
    .filter({ hasText: 'Undone: 2 plants changed back. 1 plant was left alone' });
  await expect(activity).toHaveCount(3);
  await expect(activity.nth(1)).toContainText('Undone');
  // The button has gone, so the row gets its focus.
  await expect(page.locator('main :focus')).toHaveCount(1);
  expect(await store.plant('1')).toBe('{"id":1,"name":"One"}');
  expect(await store.plant('2')).toContain('sale');
  await undone.getByRole('link', { name: 'See which' }).click();
  const left = page.getByRole('region', { name: 'Left alone' });
  await expect(left.getByRole('listitem')).toHaveText(['Plant 2 was changed since']);
  await page.reload();
  await expect(left.getByRole('listitem')).toHaveText(['Plant 2 was changed since']);
  await page.getByRole('link', { name: 'Changed tags', exact: true }).click();
  await expect(page.getByText('3 changed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Undid “Changed tags”' })).toBeVisible();
  await page.goto(`${store.webUrl}/plants/1`);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('link', { name: 'by undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: 'Undone: 2 plants changed back.' })).toBeVisible();
  expect(await store.plant('1')).toContain('sale');
});

test('Activity unfolds single additions by hour, and undoes those that are as they were', async ({
  page,
  store,
}) => {
  await store.add({ id: 1, name: 'One' }, { id: 2, name: 'Two' }, { id: 3, name: 'Three' });
  await store.change('2', { name: 'Two, changed' });
  await signIn(page, store);
  await page.goto(`${store.webUrl}/receipts`);
  await expect(page.getByRole('heading', { name: /^(Today|Yesterday)$/ }).first()).toBeVisible();
  const added = bodyRows(page, 'Activity').filter({ hasText: 'Added 3 plants' });
  await expect(added.locator('time')).toHaveText(/^(Just now|\d+ min ago), \d+ \w+ \d{4}, \d\d:\d\d$/);
  await added.getByText(/^Added 3 plants, /).press('Enter');
  await expect(added.getByRole('listitem')).toHaveText(['1 One', '2 Two, changed', '3 Three']);
  await added.getByRole('link', { name: 'Labels' }).click();
  await expect(page.getByRole('img', { name: /^Sheet 1/ })).toBeVisible();
  await page.goBack();
  await added.getByRole('button', { name: /^Undo: Added 3 plants, / }).click();
  const undone = page.getByRole('dialog').filter({ hasText: 'Undone: 2 plants moved to the trash. 1 plant' });
  await undone.getByRole('link', { name: 'See which' }).click();
  await expect(page.getByRole('heading', { name: /^Undid “Added 3 plants, / })).toBeVisible();
  await expect(page.getByRole('listitem').getByText('was changed since')).toBeVisible();
  expect(await store.plant('2')).toContain('Two, changed');
});

test.describe('an action that another tab has undone', () => {
  test.use({ expectedComplaints: [/400 \(/] });

  test('is not undone again, and Activity shows it as undone', async ({ page, context, store }) => {
    await store.add({ id: 1, name: 'One' });
    await signIn(page, store);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await tag(page, 'sale');
    await expect(row(page, '1')).toContainText('sale');
    const other = await context.newPage();
    // Otherwise the live page has no button any more, if it is quicker than the click.
    await page.route(/events\.list/, () => undefined);
    for (const tab of [page, other]) {
      await tab.goto(`${store.webUrl}/receipts`);
      await expect(tab.getByRole('button', { name: 'Undo: Changed tags' })).toBeVisible();
    }
    await other.getByRole('button', { name: 'Undo: Changed tags' }).click();
    await expect(other.getByText('Undone: 1 plant changed back.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo: Changed tags' }).click();
    await expect(page.getByText('Not undone. It was undone before').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo: Changed tags' })).toHaveCount(0);
  });
});

test('selected plants are saved as a file that can be imported again', async ({ page, store }) => {
  await store.add(
    { id: 1, name: 'Quoted "name", with a comma' },
    { id: 9223372036854775807n, name: 'Last', tag: 'edge' },
  );
  await signIn(page, store);
  // The byte order mark shows a spreadsheet that the file is UTF-8.
  const head = '\uFEFFid,name,tag\r\n';
  await box(page, 'Last').click();
  expect(await exported(page)).toBe(`${head}9223372036854775807,Last,edge\r\n`);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  expect(await exported(page)).toBe(
    `${head}9223372036854775807,Last,edge\r\n1,"Quoted ""name"", with a comma",\r\n`,
  );
  const rest = `${head}9223372036854775807,Last,edge\r\n`.replaceAll(',', ';');
  expect(await exported(page, 'Semicolon')).toBe(`${rest}1;"Quoted ""name"", with a comma";\r\n`);
  await page.reload();
  await box(page, 'Last').click();
  // The browser remembers the choice.
  expect(await exported(page)).toBe(rest);
});

test('deleting more than 100 plants asks for their number, and the empty list restores them', async ({
  page,
  store,
}) => {
  await store.addMany(101);
  await signIn(page, store);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 101 plants?' });
  const number = dialog.getByRole('textbox', { name: 'Type 101 to confirm' });
  await number.fill('100');
  await number.press('Enter');
  await expect(number).toHaveAccessibleDescription(/100 is not the number of plants; type 101/);
  expect(await paleButtons(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await store.plant('1')).toContain('"name"');
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await number.fill(' 101 ');
  await number.press('Enter');
  await expect(page.getByRole('heading', { name: 'All 101 plants are in the trash' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('No plants yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the trash' })).toBeVisible();
});

test('tags of more than 100 plants change only after their number, and an empty field removes none', async ({
  page,
  store,
}) => {
  await store.addMany(101);
  await signIn(page, store);
  const number = page.getByRole('textbox', { name: 'Type 101 to confirm' });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Edit tag' }).click();
  const newTag = page.getByRole('textbox', { name: 'New tag' });
  await number.fill('101');
  for (const empty of ['', '  ']) {
    await newTag.fill(empty);
    await newTag.press('Enter');
    await expect(newTag).toHaveAccessibleDescription(/^Enter a tag\. To remove tags, /);
  }
  expect(await store.plant('1')).toContain('"tag"');
  // On a slow machine the form renders the last problem between the selection of the text and its removal.
  await expect(async () => {
    await number.fill('');
    await expect(number).toHaveValue('', { timeout: 500 });
  }).toPass();
  await newTag.fill(' sale ');
  await newTag.press('Enter');
  await expect(number).toHaveAccessibleDescription(/Nothing was typed; type 101/);
  expect(await store.list()).not.toContain('sale');
  await number.fill('101');
  await number.press('Enter');
  await expect(page.getByText('101 plants now tagged “sale”.').first()).toBeVisible();
  expect((await store.list()).match(/"tag":"sale"/g)).toHaveLength(101);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Remove tags' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove the tags of 101 plants?' });
  await number.press('Enter');
  await expect(number).toHaveAccessibleDescription(/Nothing was typed; type 101/);
  expect(await paleButtons(page)).toEqual([]);
  expect((await store.list()).match(/sale/g)).toHaveLength(101);
  await number.fill('101');
  await dialog.getByRole('button', { name: 'Remove tags of 101 plants' }).click();
  await expect(page.getByText('101 plants have no tag now.').first()).toBeVisible();
  expect(await store.list()).not.toContain('sale');
  const done = page.getByRole('dialog').filter({ hasText: '101 plants have no tag now.' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => store.plant('101')).toContain('sale');
  await row(page, '101').getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: 'Remove tags' }).click();
  await expect.poll(() => store.plant('101')).not.toContain('sale');
});

test('100 plants are deleted without a confirmation, and Undo in the empty list restores them', async ({
  page,
  store,
}) => {
  await store.addMany(100);
  await signIn(page, store);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'All 100 plants are in the trash' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, '100')).toBeVisible();
  expect(await store.plant('1')).toContain('"name"');
});

test('an empty list names the trash immediately after all plants were deleted', async ({ page, store }) => {
  await signIn(page, store);
  await expect(page.getByText('No plants yet.')).toBeVisible();
  await addPlant(page, { id: '7', name: 'Monstera' });
  await box(page, 'Monstera').click();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'The last plant is in the trash' })).toBeVisible();
});

test('a tag is renamed for all its plants, in the list and in Statistics; the dialog names a tag that exists', async ({
  page,
  store,
}) => {
  await store.add(
    { id: 1, name: 'One', tag: 'Herb' },
    { id: 2, name: 'Two', tag: 'herb' },
    { id: 3, name: 'Three', tag: 'shrub' },
    { id: 4, name: 'Four', tag: 'shrub' },
  );
  await signIn(page, store);
  await page.goto(`${store.webUrl}/?tag=shrub`);
  await page.getByRole('button', { name: 'Rename tag' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the tag' });
  const name = dialog.getByRole('textbox', { name: 'New name' });
  await expect(dialog).toContainText('2 plants get the new name.');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/This is its name already/);
  await name.fill('HERB');
  await expect(dialog).toContainText('“Herb” exists, with 1 plant.');
  await name.fill('herb');
  await expect(dialog).toContainText('“herb” exists already, with 1 plant.');
  await dialog.getByRole('button', { name: 'Merge tags' }).click();
  await expect(page).toHaveURL(/tag=herb$/);
  await expect(page.getByText('3 plants found')).toBeVisible();
  for (const tag of [/tag=shrub$/, /tag=herb$/, /tag=shrub$/]) {
    const undo = page.getByRole('button', { name: 'Undo' });
    // The message before it still fades.
    await expect(undo).toHaveCount(1);
    await undo.click();
    await expect(page).toHaveURL(tag);
  }
  expect((await store.list()).match(/"tag":"shrub"/g)).toHaveLength(2);
  await page.goto(`${store.webUrl}/statistics`);
  await page.getByRole('button', { name: 'Rename shrub' }).click();
  await name.fill('bush');
  await name.press('Enter');
  await expect(page.getByRole('link', { name: 'bush' })).toBeVisible();
  expect((await store.list()).match(/"tag":"bush"/g)).toHaveLength(2);
});

test.describe('a bulk action that fails', () => {
  test.use({ expectedComplaints: [/412 \(|ERR_FAILED/] });

  test('leaves its dialog open with the typed text and the reason', async ({ page, store }) => {
    await store.add({ id: 1, name: 'One', tag: 'shrub' }, { id: 2, name: 'Two', tag: 'shrub' });
    await signIn(page, store);
    await page.goto(`${store.webUrl}/?tag=shrub`);
    await page.getByRole('button', { name: 'Rename tag' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox');
    await name.fill('bush');
    // Another person is a moment faster.
    await page.route('**/plants.updateMany*', async (route) => {
      await store.change('2', { tag: 'tree' });
      await route.continue();
    });
    await name.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(
      'Nothing was changed. The plants with this tag changed. Try again.',
    );
    await expect(name).toHaveValue('bush');
    await expect(dialog).toContainText('1 plant gets the new name.');
    await page.unroute('**/plants.updateMany*');
    await name.press('Enter');
    await expect(page).toHaveURL(/tag=bush$/);
    expect(await store.list()).toBe(
      '[{"id":2,"name":"Two","tag":"tree"},{"id":1,"name":"One","tag":"bush"}]',
    );
  });

  for (const all of [false, true])
    test(`the dialog of ${all ? 'all plants of a tag' : 'a plant'} stays when its lost change is seen`, async ({
      page,
      store,
    }) => {
      await store.add({ id: 1, name: 'One', tag: 'bush' });
      await signIn(page, store);
      await page.goto(`${store.webUrl}/?tag=bush`);
      await (all ? page.getByRole('checkbox', { name: 'Select all' }) : box(page, 'One')).click();
      const dialog = page.getByRole('dialog');
      const name = dialog.getByRole('textbox');
      await bar(page).getByRole('button', { name: 'Edit tag' }).click();
      await name.fill('hedge');
      await page.route('**/plants.updateMany*', async (route) => {
        await route.fetch();
        await route.abort('failed');
      });
      await name.press('Enter');
      await expect(dialog.getByRole('alert')).toContainText("We couldn't confirm the change.");
      // The change is stored, so the plant leaves the list of this tag. The dialog stays.
      await expect(page.locator('tr[data-plant="1"]')).toHaveCount(0);
      await expect(name).toHaveValue('hedge');
      await page.unroute('**/plants.updateMany*');
      await name.press('Enter');
      // The same request has no second effect.
      await expect(page.getByText('1 plant now tagged “hedge”.').first()).toBeVisible();
      await expect(dialog.filter({ has: name })).toHaveCount(0);
    });
});
