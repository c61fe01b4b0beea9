import { readFileSync } from 'node:fs';
import { bodyRows, expect, signIn, test } from '../fixtures.ts';

test('an owner sees actions with actor and address, filters them, and saves them as CSV', async ({
  page,
  store,
}) => {
  await store.add({ id: 7, name: 'Fern' });
  await fetch(`${store.webUrl}/api/plants`, { headers: { authorization: 'Bearer nonsense' } });
  await signIn(page, store);
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  const entries = bodyRows(page, 'Entries');
  await expect(entries.first().getByRole('cell')).toHaveText([/20\d\d/, 'token first-token', 'by token']);
  await expect(entries.first().getByRole('rowheader')).toHaveText(/^Signed in/);
  const added = entries.filter({ hasText: 'Plant added' });
  const details = added.getByRole('definition').filter({ hasText: /^[0-9a-f-]{36}$/ });
  await expect(details).toBeHidden();
  await added.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(details).toBeVisible();

  await page.getByRole('combobox', { name: 'About' }).selectOption('All: Refusals');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(entries.getByRole('rowheader')).toHaveText([/^Invalid token/]);
  await page.getByRole('combobox', { name: 'About' }).selectOption('Everything');
  await page.getByRole('searchbox').fill('PLANTS.CREATE');
  await page.getByRole('searchbox').press('Enter');
  await expect(entries.getByRole('rowheader')).toHaveText([/^Plant added/]);
  // The focus stays in the field.
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '1 entry' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toEqual([
    '\ufeffnumber,at,action,by,kind,email,actor,subject,address,requestId,hash',
    expect.stringMatching(
      /^\d+,[\d:.TZ-]+,plants\.create,first-token,token,,\d+,7,127\.0\.0\.1,[0-9a-f-]{36},[0-9a-f]{64}$/,
    ),
  ]);

  await page.getByLabel('From').fill('2999-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await added.getByRole('link', { name: 'Plant 7' }).click();
  await expect(page.getByRole('heading', { name: 'Fern' })).toBeVisible();
});

// One of these time zones always has another date than the server.
for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test("the days of the filter are in the viewer's time zone", async ({ page, store }) => {
      await signIn(page, store);
      const today = await page.evaluate(() => {
        const now = new Date();
        return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
      });
      const entries = bodyRows(page, 'Entries');
      await page.goto(`${store.webUrl}/audit?from=${today}&to=${today}`);
      await expect(entries.first()).toContainText('Signed in');
      await page.goto(
        `${store.webUrl}/audit?to=${new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)}`,
      );
      await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
    });
  });

test('only an owner can open the audit log', async ({ page, store }) => {
  const { token } = await store.makeToken('till', ['plants:read', 'plants:write', 'tokens']);
  await signIn(page, store, token);
  await page.getByRole('button', { name: /account/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Access tokens' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Audit log' })).toBeHidden();
  await page.goto(`${store.webUrl}/audit`);
  await expect(page.getByRole('heading', { name: 'Only owners can see the audit log' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the audit log is readable, its filter works, and its rows open', async ({ page, store }) => {
    await page.context().addCookies([await store.sessionCookie(store.token)]);
    await page.goto(`${store.webUrl}/audit`);
    await page.getByRole('combobox', { name: 'About' }).selectOption('All: Sign-ins');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const signIn = bodyRows(page, 'Entries');
    await expect(signIn.getByRole('rowheader')).toHaveText([/^Signed in/]);
    await signIn.getByText('Signed in').click();
    await expect(signIn.getByText('sessions.signIn')).toBeVisible();
  });
});
