import { expect, signIn, test } from '../fixtures.ts';

test('each bar of the statistics leads to its plants', async ({ page, ownStore }) => {
  await ownStore.add(
    { id: 1, name: 'One', tag: 'herb' },
    { id: 2, name: 'Two', tag: 'herb' },
    { id: 3, name: 'Three', tag: 'tree' },
    { id: 4, name: 'Four' },
  );
  await signIn(page, ownStore);
  const rows = page.getByRole('table', { name: 'Plants' }).getByRole('row');
  await page.getByRole('link', { name: 'Statistics' }).click();
  const tags = page.getByRole('list', { name: 'Plants by tag' }).getByRole('link');
  await expect(tags).toHaveText(['herb 2', 'tree 1', 'no tag 1']);
  await tags.first().click();
  await expect(page).toHaveURL(/tag=herb/);
  await expect(rows).toHaveCount(3);
  await page.goBack();
  await expect(page.getByText(/^Most in one week: 4 \(/)).toBeVisible();
  await page.getByRole('list', { name: 'Added per week' }).getByRole('link', { name: /: 4$/ }).click();
  await expect(page).toHaveURL(/week=\d{4}-W\d\d/);
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: /show all weeks/ }).click();
  await expect(page).toHaveURL(/\/$/);
  const more = Array.from({ length: 9 }, (_, at) => ({ id: 10 + at, name: 'More', tag: `tag ${at}` }));
  await ownStore.add(...more);
  await page.goto(`${ownStore.webUrl}/statistics`);
  await expect(tags).toHaveCount(9);
  await expect(page.getByText('3 more tags: see the Tag filter.')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the statistics lead to the plants of a tag', async ({ page, ownStore }) => {
    await ownStore.add({ id: 1, name: 'One', tag: 'herb' }, { id: 2, name: 'Two' });
    await signIn(page, ownStore);
    await page.goto(`${ownStore.webUrl}/statistics`);
    await page.getByRole('link', { name: 'herb 1' }).click();
    await expect(page.getByRole('table', { name: 'Plants' }).getByRole('row')).toHaveCount(2);
  });
});

test('an empty store has statistics that say what comes', async ({ page, ownStore }) => {
  await signIn(page, ownStore);
  await page.goto(`${ownStore.webUrl}/statistics`);
  await expect(page.getByText('Statistics appear once the store has plants.')).toBeVisible();
});
