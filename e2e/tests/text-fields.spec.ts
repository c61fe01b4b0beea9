import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';
import { coveredFields } from '../text-fields.ts';

const scan = '4012345000017';

for (const [device, viewport] of Object.entries({
  'a desktop': { width: 1280, height: 800 },
  'a phone': { width: 390, height: 844 },
}))
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('a click into the Id field takes no id, and a scan after it stays in Id', async ({
      page,
      store,
    }) => {
      const id = page.getByRole('textbox', { name: 'Id' });
      const name = page.getByRole('textbox', { name: 'Name' });
      for (const last of [123_456, 4_006_381_333_933]) {
        await store.add({ id: last, name: 'Last' });
        await signIn(page, store);
        await openForm(page);
        const free = page.getByRole('button', { name: `Next free: ${last + 1}` });
        await expect(free).toBeVisible();
        expect(await coveredFields(page)).toEqual([]);
        await name.focus();
        await id.click();
        await page.keyboard.type(scan);
        await expect(id).toHaveValue(scan);
        await expect(id).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(name).toBeFocused();
        await expect(name).toHaveValue('');
        await id.fill('');
        await free.click();
        await expect(id).toHaveValue(String(last + 1));
        await expect(name).toBeFocused();
        await id.fill('');
        await id.press('ArrowDown');
        await expect(id).toHaveValue(String(last + 1));
      }
    });

    test('neither the next free id nor a problem moves a field, and neither covers the other', async ({
      page,
      store,
    }) => {
      await store.add({ id: 123_456, name: 'Last' });
      await signIn(page, store);
      await openForm(page);
      const id = page.getByRole('textbox', { name: 'Id' });
      const free = page.getByRole('button', { name: 'Next free: 123457' });
      const name = page.getByRole('textbox', { name: 'Name' });
      await expect(free).toBeVisible();
      const empty = await name.boundingBox();
      await id.fill('7');
      await expect(free).toBeHidden();
      expect(await name.boundingBox()).toEqual(empty);
      await id.fill('x');
      await id.blur();
      await expect(free).toBeVisible();
      if (device === 'a desktop') expect(await name.boundingBox()).toEqual(empty);
      await free.hover();
      const [button, problem, key] = await Promise.all(
        [free, page.getByRole('alert').filter({ hasText: 'Id must be' }), free.locator('kbd')].map((part) =>
          part.boundingBox(),
        ),
      );
      expect(
        button &&
          problem &&
          button.x < problem.x + problem.width &&
          problem.x < button.x + button.width &&
          button.y < problem.y + problem.height &&
          problem.y < button.y + button.height,
      ).toBe(false);
      if (key)
        expect(button && [key.y >= button.y, key.y + key.height <= button.y + button.height]).toEqual([
          true,
          true,
        ]);
    });
  });

test('a click at the end of the search field empties nothing; the button beside it does', async ({
  page,
  store,
}) => {
  await store.add({ id: 1, name: 'Aloe' });
  await signIn(page, store);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('aloe');
  const { width = 0, height = 0 } = (await search.boundingBox()) ?? {};
  for (let fromEnd = 2; fromEnd < 60; fromEnd += 4)
    await search.click({ position: { x: width - fromEnd, y: height / 2 } });
  await expect(search).toHaveValue('aloe');
  await page.getByRole('button', { name: 'Reset search' }).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
});

/** Opens the form on a phone. A wide screen shows it at once. */
for (const [device, viewport] of Object.entries({
  'a phone': { width: 360, height: 640 },
  'a tablet': { width: 1024, height: 768 },
}))
  test.describe(`with a finger on ${device}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('a tap at the edge of the Id field takes no id', async ({ page, store }) => {
      await store.add({ id: 123_456, name: 'Last' });
      await signIn(page, store);
      await openForm(page);
      const id = page.getByRole('textbox', { name: 'Id' });
      const free = page.getByRole('button', { name: 'Next free: 123457' });
      await expect(free).toBeVisible();
      for (const up of [1, 3, 22]) {
        await id.blur();
        const { x, y, height } = (await id.boundingBox()) ?? { x: 0, y: 0, height: 0 };
        await page.touchscreen.tap(x + 60, y + height - up);
        await expect(id).toBeFocused();
        await expect(id).toHaveValue('');
      }
      await free.tap();
      await expect(id).toHaveValue('123457');
    });
  });

async function openForm(page: Page) {
  const open = page.getByRole('button', { name: 'New plant' });
  if (await open.isVisible()) await open.click();
}
