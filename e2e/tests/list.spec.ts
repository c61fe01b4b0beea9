import { expect, signIn, test } from '../fixtures.ts';

test('an empty store says what to do first', async ({ page, ownStore }) => {
  await signIn(page, ownStore);
  await expect(page.getByText(/no plants yet/i)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
});

test('more plants than a page are all reached, each once', async ({ page, ownStore }) => {
  await ownStore.add(
    ...Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: `Plant ${index + 1}` })),
  );
  await signIn(page, ownStore);
  const rows = page.getByRole('table', { name: 'Plants' }).getByRole('row');
  await expect(rows).toHaveCount(51);
  await page.getByRole('button', { name: /more/i }).click();
  await expect(rows).toHaveCount(101);
  await page.getByRole('button', { name: /more/i }).click();
  await expect(rows).toHaveCount(121);
  await expect(page.getByRole('button', { name: /more/i })).toHaveCount(0);
  await expect(rows.nth(1)).toContainText('Plant 120');
  await expect(rows.nth(120)).toContainText('Plant 1');
});

test.describe('what one may not do', () => {
  test.use({ expectedComplaints: [/403 \(Forbidden\)/] });

  test('a token that may only read sees the plants, and is told why it cannot add any', async ({
    page,
    store,
  }) => {
    const { token = '' } = await store.tokenCommand('create', '--name', 'reader', '--scope', 'plants:read');
    await store.add({ id: 900_001, name: 'Readable' });
    await page.goto(store.webUrl);
    await page.getByRole('textbox', { name: 'Access token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Readable');
    await expect(page.getByText(/plants:write/).first()).toBeVisible();
  });

  test('a token that may only write adds plants, and is told why it sees none', async ({ page, store }) => {
    const { token = '' } = await store.tokenCommand('create', '--name', 'writer', '--scope', 'plants:write');
    await page.goto(store.webUrl);
    await page.getByRole('textbox', { name: 'Access token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(/plants:read/).first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Id' }).fill('900002');
    await page.getByRole('textbox', { name: 'Name' }).fill('Unseen');
    await page.getByRole('button', { name: 'Add plant' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Unseen' })).toBeVisible();
    expect(await store.list()).toContain('"Unseen"');
  });
});

test.describe('addresses', () => {
  test.use({ expectedComplaints: [/404 \(Not Found\)/] });

  test('a plant has a page, and one that is not there says so', async ({ home, store }) => {
    await store.add({ id: 9223372036854775806n, name: 'Almost last', tag: 'edge' });
    await home.goto(`${store.webUrl}/plants/9223372036854775806`);
    await expect(home.getByRole('heading', { name: 'Almost last' })).toBeVisible();
    await expect(home.getByText('9223372036854775806')).toBeVisible();
    for (const address of ['/plants/123456789', '/plants/abc', '/nowhere']) {
      await home.goto(store.webUrl + address);
      await expect(home.getByRole('heading', { level: 1 })).toContainText(
        /^(Nothing is here|No plant has this id)$/,
      );
      await expect(home.getByRole('link').first()).toBeVisible();
    }
  });
});
