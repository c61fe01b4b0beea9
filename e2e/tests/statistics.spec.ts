import { expect, signIn, test } from '../fixtures.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('statistics name each tag and week, with links to their plants', async ({ page, store }) => {
    await store.add(
      { id: 1, name: 'One', tag: 'herb' },
      { id: 2, name: 'Two', tag: 'herb' },
      { id: 3, name: 'Three', tag: 'tree' },
      { id: 4, name: 'Four' },
    );
    await signIn(page, store);
    const plants = page.getByRole('table', { name: 'Plants', exact: true }).getByRole('row');
    await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Statistics' }).click();
    await expect(page.getByText('4 plants in the store.')).toBeVisible();
    const tags = page.getByRole('table', { name: 'Plants by tag' }).getByRole('row');
    await expect(tags).toHaveText([/Tag/, /herb\s*2/, /tree\s*1/, /no tag\s*1/]);
    await tags.getByRole('link', { name: 'herb' }).click();
    await expect(page).toHaveURL(/\?tag=herb$/);
    await expect(plants).toHaveCount(3);
    await page.goBack();
    await expect(page.getByText(/^Most in one week: 4 \(/)).toBeVisible();
    await page.getByRole('table', { name: 'Added per week' }).getByRole('link').click();
    await expect(page).toHaveURL(/\?week=\d{4}-W\d\d$/);
    await expect(plants).toHaveCount(5);
  });
});

test('statistics show 20 tags and the number of further tags', async ({ page, store }) => {
  await store.add(...Array.from({ length: 36 }, (_, at) => ({ id: at, name: 'Many', tag: `tag ${at}` })));
  await signIn(page, store);
  await page.getByRole('link', { name: 'Statistics' }).last().click();
  await expect(page.getByRole('table', { name: 'Plants by tag' }).getByRole('link')).toHaveCount(20);
  await expect(page.getByText('16 more tags: see the Tag filter.')).toBeVisible();
});
