import { expect, test } from '../fixtures.ts';

// Menus and dialogs are loaded when somebody is about to open them.

const scripts = /\/_next\/static\/chunks\/.*\.js/;

test('the account menu opens once its script has come, by the one click', async ({ home }) => {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await home.route(scripts, async (route) => {
    await isHeld;
    await route.continue();
  });
  await home.getByRole('button', { name: 'Account first-token' }).click();
  release();
  await expect(home.getByRole('menuitem', { name: 'Your account' })).toBeVisible();
  await home.keyboard.press('Escape');
  await expect(home.getByRole('menuitem', { name: 'Your account' })).toBeHidden();
  await expect(home.getByRole('button', { name: 'Account first-token' })).toBeFocused();
});

test.describe('a script that does not come', () => {
  test.use({ expectedComplaints: [/ERR_FAILED|Failed to load/] });

  test('the page says so and goes on, and the next click tries again', async ({ home }) => {
    await home.route(scripts, (route) => route.abort());
    const keyboard = home.getByRole('button', { name: 'Keyboard' });
    await keyboard.click();
    await expect(home.getByText(/This part of the page could not be loaded/).first()).toBeVisible();
    await home.unroute(scripts);
    await keyboard.click();
    await expect(home.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  });
});
