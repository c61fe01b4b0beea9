import type { Locator } from '@playwright/test';
import { bodyRows, expect, signIn, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

const name = 'Monstera deliciosa variegata with a name that needs two lines';

/** Moves two plants to the trash; one has a long name. */
async function fill(store: Store) {
  await store.add({ id: 7, name, tag: 'aroid' }, { id: 8, name: 'Moss' });
  await store.remove('7');
  await store.remove('8');
}

test('a table row is 36 px high on a desktop, and the table head stays in view', async ({ page, store }) => {
  await fill(store);
  await signIn(page, store);
  await page.setViewportSize({ width: 1440, height: 300 });
  await page.goto(`${store.webUrl}/trash`);
  const moss = bodyRows(page, 'Deleted plants').first();
  expect((await moss.boundingBox())?.height).toBeCloseTo(36, 0);
  await expect(moss.getByRole('rowheader')).toHaveText('Moss');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Id',
    'Name',
    'Tag',
    'Deleted',
    'By',
    'Kept until',
    'Actions',
  ]);
  await page.goto(`${store.webUrl}/audit`);
  const last = bodyRows(page, 'Entries').last();
  await last.scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'What' })).toBeInViewport();
});

test('a day stands once in a column of times, and is read out in each row', async ({ page, store }) => {
  await fill(store);
  await signIn(page, store);
  await page.goto(`${store.webUrl}/trash`);
  const cells = (index: number) => bodyRows(page, 'Deleted plants').nth(index).getByRole('cell');
  const hidden = (cell: Locator) => cell.locator('time span');
  for (const column of [2, 4]) {
    await expect(hidden(cells(0).nth(column))).toHaveCount(0);
    await expect(hidden(cells(1).nth(column))).toHaveCSS('opacity', '0');
    await expect(cells(1).nth(column)).toHaveText(/^\d+ \w+ 20\d\d/);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(hidden(cells(1).nth(2))).toHaveCSS('opacity', '1');
});

test('the styles of a row action replace the styles of a button, in any order of style sheets', async ({
  page,
  store,
}) => {
  await signIn(page, store);
  await page.goto(`${store.webUrl}/tokens`);
  const action = (name: string) => page.getByRole('button', { name });
  await expect(action('Rotate first-token')).toHaveCSS('padding-left', '8px');
  const colorOf = (name: string) => action(name).evaluate((button) => getComputedStyle(button).color);
  expect(await colorOf('Revoke first-token')).not.toBe(await colorOf('Rotate first-token'));
});

test('the focus moves to the next row when a plant is restored', async ({ page, store }) => {
  await fill(store);
  await signIn(page, store);
  await page.goto(`${store.webUrl}/trash`);
  await page.getByRole('button', { name: 'Restore Moss' }).press('Enter');
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeFocused();
});

test('rows fold at 320 px, and no page scrolls sideways', async ({ page, store }) => {
  await fill(store);
  await signIn(page, store);
  await page.setViewportSize({ width: 320, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const path of ['receipts', 'tokens', 'people', 'audit', 'trash']) {
    await page.goto(`${store.webUrl}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, await overflow()]).toEqual([path, 0]);
  }
  const moss = bodyRows(page, 'Deleted plants').first();
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  const [title, by, restore] = [
    await middleOf(moss.getByRole('rowheader')),
    await middleOf(moss.getByText('first-token')),
    await middleOf(moss.getByRole('button')),
  ];
  // The button is next to the name, and the facts are below both.
  expect(Math.abs(restore - title)).toBeLessThan(10);
  expect(by - title).toBeGreaterThan(20);
  expect((await moss.boundingBox())?.height).toBeLessThan(130);
});
