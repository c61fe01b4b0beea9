import { addPlant, expect, newId, row, savedRow, signIn, test } from '../fixtures.ts';

test('Enter saves a plant at the top, announces it, frees the fields, and Undo removes it', async ({
  home,
  store,
}) => {
  const id = newId();
  await addPlant(home, { id, name: 'Monstera deliciosa', tag: 'aroid' });
  const table = home.getByRole('table', { name: 'Plants' });
  await expect(table.getByRole('row').nth(1)).toContainText('Monstera deliciosa');
  await expect(table.getByRole('row').nth(1)).toContainText(id);
  await expect(home.getByRole('status').filter({ hasText: 'Monstera deliciosa' })).toContainText(id);
  await expect(home.getByRole('textbox', { name: 'Id' })).toBeFocused();
  await expect(home.getByRole('textbox', { name: 'Id' })).toHaveValue('');
  await expect(home.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  await home.getByRole('button', { name: 'Undo' }).click();
  await expect(row(home, id)).toHaveCount(0);
  expect(await store.plant(id)).toContain('40400');
  // In a field that was emptied by hand, the key is for its text; after Enter, for the plant.
  const [first, second] = [newId(), newId()];
  await addPlant(home, { id: first, name: 'Fern' });
  // Plants that are saved together are taken back together.
  await expect(savedRow(home, first)).toBeVisible();
  await addPlant(home, { id: second, name: 'Moss' });
  await expect(savedRow(home, second)).toBeVisible();
  await home.getByRole('textbox', { name: 'Id' }).press('Control+z');
  await expect(row(home, second)).toHaveCount(0);
  await home.getByRole('textbox', { name: 'Id' }).pressSequentially('7');
  await home.keyboard.press('Backspace');
  await home.keyboard.press('Control+z');
  await expect(home.getByRole('textbox', { name: 'Id' })).toHaveValue('7');
  await expect(savedRow(home, first)).toBeVisible();
});

test('fifty plants in a row are added with the keyboard alone', async ({ page, store }) => {
  await page.goto(store.webUrl);
  await page.keyboard.press('Tab');
  const token = page.getByRole('textbox', { name: 'Access token' });
  await token.focus();
  await page.keyboard.insertText(store.token);
  await page.keyboard.press('Enter');
  const id = page.getByRole('textbox', { name: 'Id' });
  await expect(id).toBeVisible();
  await id.focus();
  for (let number = 1; number <= 50; number++) {
    await expect(id).toBeFocused();
    await page.keyboard.type(String(number));
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type(`Plant ${number}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: 'Plants' }).getByRole('row').nth(1)).toContainText(
      `Plant ${number}`,
    );
  }
  await expect(savedRow(page, '50')).toBeVisible();
  expect(JSON.parse(await store.list())).toHaveLength(50);
});

test('the largest and smallest ids are stored and shown exactly', async ({ page, store }) => {
  await signIn(page, store);
  for (const id of ['9223372036854775807', '-9223372036854775808', '9007199254740993']) {
    await addPlant(page, { id, name: `Plant ${id}` });
    await expect(savedRow(page, id)).toContainText(`Plant ${id}`);
  }
  expect(await store.list()).toContain('"id":9007199254740993');
  await page.reload();
  await expect(row(page, '9223372036854775807')).toBeVisible();
});

test('a field shows its problem after it loses the focus, and hides it after a correction', async ({
  home,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  await id.fill('7.5');
  await id.blur();
  await expect(id).toHaveAccessibleDescription(/Id must be a whole number, such as 42/);
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await id.fill('75');
  await expect(id).not.toHaveAttribute('aria-invalid', 'true');
});

test('a form with wrong fields is not sent, and the first wrong field gets the focus', async ({
  home,
  store,
}) => {
  const before = await store.list();
  await home.getByRole('textbox', { name: 'Id' }).fill(newId());
  await home.getByRole('button', { name: 'Add plant' }).click();
  const name = home.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Name is empty|Name is missing/);
  expect(await store.list()).toBe(before);
});

test('if no id above the last one is free, none is suggested, and ArrowDown leaves Id empty', async ({
  page,
  store,
}) => {
  await store.add({ id: 2n ** 63n - 1n, name: 'Last' });
  await signIn(page, store);
  const id = page.getByRole('textbox', { name: 'Id' });
  await id.press('ArrowDown');
  await expect(id).toHaveValue('');
  await expect(id).toBeFocused();
  await expect(id).not.toHaveAttribute('aria-keyshortcuts', /ArrowDown/);
  await expect(page.getByRole('button', { name: 'Next free' })).toHaveCount(0);
  await addPlant(page, { id: '1062', name: 'Fern' });
  await expect(page.getByRole('button', { name: 'Next free: 1063' })).toBeVisible();
});

test.describe('a plant with an id in use', () => {
  test.use({ expectedComplaints: [/400 \(Bad Request\)/] });

  test('becomes a row that names the other plant and can be corrected; the fields stay empty', async ({
    page,
    store,
  }) => {
    await signIn(page, store);
    await expect(page.getByRole('button', { name: 'Next free: 1' })).toBeVisible();
    await store.add({ id: 1, name: 'Holder' });
    await addPlant(page, { id: '1', name: 'Latecomer' });
    const refused = row(page, '1').filter({ hasText: 'Latecomer' });
    await expect(refused).toContainText('Id 1 is already used by Holder');
    await expect(page.getByRole('status').filter({ hasText: 'was not added' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue('');
    await addPlant(page, { id: '5', name: 'Next one' });
    await expect(row(page, '5')).toBeVisible();
    await expect(refused.getByRole('link', { name: 'Open plant 1' })).toHaveAttribute('href', '/plants/1');
    await refused.getByRole('button', { name: 'Correct' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct the plant' });
    await dialog.getByRole('button', { name: 'Next free: 6' }).click();
    await dialog.getByRole('textbox', { name: 'Id' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(row(page, '6')).toContainText('Latecomer');
    await expect.poll(() => store.plant('6')).toContain('Latecomer');
    await expect(refused).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
  });

  test('can be discarded, and is restored by Undo', async ({ page, store }) => {
    await store.add({ id: 1, name: 'Holder' });
    await signIn(page, store);
    await addPlant(page, { id: '1', name: 'Latecomer' });
    const refused = row(page, '1').filter({ hasText: 'Latecomer' });
    await refused.getByRole('button', { name: 'Discard' }).click();
    await expect(refused).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(refused).toContainText('already used');
  });
});

test('names in any script are shown unchanged', async ({ home, store }) => {
  const names = ['<img src=x onerror=alert(1)>', 'صبار', '\u200fevil', '🌵🪴', 'a'.repeat(200)];
  for (const name of names) await store.add({ id: BigInt(newId()), name });
  await home.reload();
  for (const name of names) await expect(home.getByRole('table', { name: 'Plants' })).toContainText(name);
  const [width, room] = await home.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(room ?? 0);
});

test('texts that a script set without an event are saved', async ({ home, store }) => {
  const id = newId();
  const set = (label: string, text: string) =>
    home.getByRole('textbox', { name: label }).evaluate((field: HTMLInputElement, value) => {
      field.value = value;
    }, text);
  await set('Id', id);
  await set('Name', 'Set by a script');
  await set('Tag', 'robot');
  await home.getByRole('button', { name: 'Add plant' }).click();
  await expect(savedRow(home, id)).toContainText('Set by a script');
  expect(await store.plant(id)).toContain('robot');
});
