import { expect, signIn, test } from '../fixtures.ts';

test('the numbers open when asked, stay open, and narrow the list', async ({ page, ownStore }) => {
  await ownStore.add(
    { id: 1, name: 'One', tag: 'herb' },
    { id: 2, name: 'Two', tag: 'herb' },
    { id: 3, name: 'Three', tag: 'tree' },
    { id: 4, name: 'Four' },
  );
  await signIn(page, ownStore);
  const rows = page.getByRole('table', { name: 'Plants' }).getByRole('row');
  await expect(page.getByRole('group', { name: 'Plants by tag' })).toHaveCount(0);
  await page.getByRole('button', { name: 'In numbers' }).click();
  const tags = page.getByRole('group', { name: 'Plants by tag' }).getByRole('button');
  await expect(tags).toHaveText(['herb 2', 'tree 1', 'no tag 1']);
  await tags.first().click();
  await expect(rows).toHaveCount(3);
  await expect(tags.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/tag=herb/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(5);
  const week = page.getByRole('group', { name: 'Added per week' }).getByRole('button', { name: /: 4$/ });
  await expect(page.getByText(/^The highest column: 4 in the week of/)).toBeVisible();
  await week.click();
  await expect(page).toHaveURL(/week=\d{4}-W\d\d/);
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: /show all weeks/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await expect(tags).toHaveCount(3);
  await ownStore.add(
    ...Array.from({ length: 9 }, (_, at) => ({ id: 10 + at, name: 'More', tag: `tag ${at}` })),
  );
  await page.reload();
  await expect(tags).toHaveCount(9);
  await expect(page.getByText('And 3 other tags')).toBeVisible();
  await page.getByRole('button', { name: 'In numbers' }).click();
  await expect(tags).toHaveCount(0);
});
