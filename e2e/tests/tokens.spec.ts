import { expect, signIn, test } from '../fixtures.ts';
import { paleButtons } from '../pale-buttons.ts';

test.use({ expectedComplaints: [/400 \(Bad Request\)/] });

test('a token is created, works with curl, is rotated with both values valid, and revoked', async ({
  page,
  store,
}) => {
  await signIn(page, store);
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Access tokens' }).click();
  const tokens = page.getByRole('table', { name: 'Tokens in use' });
  await expect(tokens).toContainText('first-token');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'Make token' }).click();
  const name = page.getByRole('textbox', { name: 'Name of the token' });
  await expect(name).toHaveAccessibleDescription(/^The name must be 1 to 64 letters/);
  await name.fill('till');
  await page.getByRole('checkbox', { name: 'Add and change plants' }).check();
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
  await page.getByRole('button', { name: 'Make token' }).click();
  const value = page.getByRole('textbox', { name: 'Token', exact: true });
  const first = await value.inputValue();
  const curl = (await page.getByText(/^curl /).textContent()) ?? '';
  expect(curl).toBe(`curl -H "Authorization: Bearer ${first}" '${store.webUrl}/api/plants?limit=5'`);
  const answerTo = async (token: string) =>
    (await fetch(`${store.webUrl}/api/plants?limit=5`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect(await answerTo(first)).toBe(200);
  await page.getByRole('button', { name: 'Copy token' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Copied\.|^Text selected/ })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(tokens).toContainText('See plants, Add and change plants');
  // After the dialog is closed, the page no longer contains the value.
  await expect.poll(() => page.content()).not.toContain(first);
  await expect(async () => {
    await page.reload();
    await expect(tokens.getByRole('row', { name: 'till' })).toContainText('Last used from127.0.0.1', {
      timeout: 500,
    });
  }).toPass();

  await page.getByRole('button', { name: 'Rotate till' }).click();
  const overlap = page.getByRole('textbox', { name: 'Hours for which both work' });
  await overlap.fill('a day');
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(overlap).toHaveAccessibleDescription(/^It must be a whole number of hours/);
  await overlap.fill('2');
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const second = await value.inputValue();
  expect(second).not.toBe(first);
  expect([await answerTo(first), await answerTo(second)]).toEqual([200, 200]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(tokens).toContainText('Old value still works');
  await expect(page.getByText(/^works until /)).toBeHidden();
  await tokens.getByText('till', { exact: true }).click();
  await expect(page.getByText(/^works until /)).toBeVisible();

  await page.getByRole('button', { name: 'Revoke till' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect(await answerTo(second)).toBe(200);
  await page.getByRole('button', { name: 'Revoke till' }).click();
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeVisible();
  expect(await paleButtons(page)).toEqual([]);
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(tokens).not.toContainText('till');
  await expect.poll(() => answerTo(second)).toBe(401);
  await page.getByText('1 token that has ended').click();
  await expect(page.getByRole('table', { name: 'Tokens that have ended' })).toContainText('Revoked');
});

test('a person without permission sees no tokens, and no person grants more than their own scopes', async ({
  page,
  store,
}) => {
  const { token: clerk } = await store.makeToken('clerk5', ['plants:read']);
  await page.goto(store.webUrl);
  await page.getByRole('textbox', { name: 'Access token' }).fill(clerk);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'You can look, but not add' })).toBeVisible();
  await page.getByRole('button', { name: /account/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Access tokens' })).not.toBeVisible();
  await page.goto(`${store.webUrl}/tokens`);
  await expect(page.getByRole('heading', { name: 'Only owners can manage tokens' })).toBeVisible();
  await page.context().clearCookies();
  const { token: keeper } = await store.makeToken('keeper5', ['plants:read', 'tokens'], 13);
  await page.goto(`${store.webUrl}/sign-in?to=/tokens`);
  await page.getByRole('textbox', { name: 'Access token' }).fill(keeper);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Every page shows when a token expires soon.
  await expect(page.getByText(/^The access token keeper5 expires on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revoke clerk5' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revoke first-token' })).not.toBeVisible();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(2);
});
