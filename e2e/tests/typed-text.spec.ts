import { addPlant, expect, newId, row, savedRow, signIn, test } from '../fixtures.ts';

// Typed text is never lost.

test.use({ expectedComplaints: [/Failed to load resource/] });

test('a plant typed while the API is down waits, and is saved once it is back', async ({
  page,
  ownStore,
}) => {
  await signIn(page, ownStore);
  await ownStore.killApi();
  await addPlant(page, { id: '7', name: 'Monstera', tag: 'aroid' });
  const waiting = page.getByRole('status').filter({ hasText: "the store can't be reached" });
  await expect(waiting).toContainText('1 plant is waiting');
  await expect(row(page, '7')).toContainText('Waiting');
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue('');
  const sendNow = page.getByRole('button', { name: 'Send now' });
  await expect(sendNow).toBeVisible();
  await ownStore.startApi();
  // A script clicks the button immediately, because the queue may send the plant by itself.
  await sendNow.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
  await expect(waiting).toHaveCount(0);
  await expect(savedRow(page, '7')).toHaveCount(1);
  expect(await ownStore.list()).toContain('Monstera');
});

for (const [title, isLate] of [
  ['a plant survives the end of the session, and signing in sends it', false],
  ['signing in sends the plant, even if the account appears before the session query ends', true],
] as const)
  test(title, async ({ page, store }) => {
    const name = isLate ? 'ends later' : 'ends';
    const scopes = ['--scope', 'plants:read plants:write'];
    const { token = '' } = await store.tokenCommand('create', '--name', name, ...scopes);
    await signIn(page, store, token);
    const id = newId();
    await store.tokenCommand('revoke', name);
    // A revoked token stops working within a second.
    await expect
      .poll(async () => (await page.request.get(`${store.webUrl}/api/trpc/session.get`)).status())
      .toBe(401);
    await addPlant(page, { id, name: 'Persevering' });
    await page.getByRole('button', { name: 'Sign in' }).click();
    const again = page.getByRole('textbox', { name: 'Access token' });
    await again.fill(store.token);
    const account = page.getByRole('button', { name: 'Account first-token' });
    if (isLate)
      await page.route(/trpc\/session\.get/, async (route) => {
        await expect(account).toBeVisible();
        await route.continue();
      });
    await again.press('Enter');
    await expect(row(page, id)).toContainText('Persevering');
    await expect.poll(() => store.plant(id)).toContain('Persevering');
  });

test('text typed before hydration survives', async ({ page, store }) => {
  await signIn(page, store);
  const id = newId();
  let letScriptsRun: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letScriptsRun = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('textbox', { name: 'Name' }).fill('Early bird');
  letScriptsRun?.();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue(id);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Early bird');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(row(page, id)).toContainText('Early bird');
});

test('the form is sent even before hydration', async ({ page, store }) => {
  await signIn(page, store);
  const id = newId();
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await page.reload({ waitUntil: 'load' });
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('textbox', { name: 'Name' }).fill('No script yet');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(row(page, id)).toContainText('No script yet');
});
