import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { StartedStore } from '../store.ts';

test.use({ serviceWorkers: 'allow' });

async function fillOwner(page: Page) {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann Gardener');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('ann@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the owner account' }).click();
}

test('the start link opens the owner page, adds samples, and Undo removes them', async ({
  page,
  startedStore: store,
}) => {
  const code = await store.startCode();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.goto(`${store.webUrl}/start#${code}`);
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
  expect(page.url()).toBe(`${store.webUrl}/start`);
  await expect(page.locator('form')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'First token' })).toHaveCount(0);
  // Next's router must not restore the first address of the page when it reloads the page's data.
  const refreshed = page.waitForResponse((response) => response.url().includes('/start?_rsc='));
  await page.evaluate(() =>
    (window as unknown as { next: { router: { refresh(): void } } }).next.router.refresh(),
  );
  await refreshed;
  await page.getByRole('button', { name: 'Create the owner account' }).click();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveAttribute('aria-invalid', 'true');
  expect(page.url()).toBe(`${store.webUrl}/start`);
  await fillOwner(page);
  await expect(page.getByText('No plants yet')).toBeVisible();
  expect(sent.filter((request) => request.includes(code))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(code);

  await page.getByRole('button', { name: 'Try it with 20 sample plants' }).click();
  await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Olea europaea');
  expect(JSON.parse(await store.list())).toHaveLength(20);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No plants yet')).toBeVisible();
  expect(await store.list()).toBe('[]');

  await page.getByText('Revoke the first token').click();
  await expect(page.getByText("You can't undo this.")).toBeVisible();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText(/The first token is revoked\. Next: delete the file/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('No plants yet')).toBeVisible();
  await expect(page.getByText(/first token/i)).toHaveCount(0);
  await page.goto(`${store.webUrl}/start#${code}`);
  await expect(page.getByRole('heading', { name: 'This store has an owner' })).toBeVisible();
});

/** Opens a new store as its owner, and adds the sample plants. */
async function addSamples(page: Page, store: StartedStore) {
  await page.goto(`${store.webUrl}/start#${await store.startCode()}`);
  await fillOwner(page);
  await page.getByRole('button', { name: 'Try it with 20 sample plants' }).click();
}

const samplePlant = (page: Page) => page.getByRole('cell', { name: 'Olea europaea', exact: true });

test('Undo removes sample plants even while the list is loading', async ({ page, startedStore: store }) => {
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.includes('plants.list') && url.search.includes('sort'),
    async (route) => {
      const answer = await route.fetch();
      await held.promise;
      await route.fulfill({ response: answer }).catch(() => undefined);
    },
    { times: 1 },
  );
  await addSamples(page, store);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => store.list()).toBe('[]');
  held.resolve();
  await expect(page.getByText('No plants yet')).toBeVisible();
  await expect(samplePlant(page)).toHaveCount(0);
});

test.describe('with an invalid start link', () => {
  test('the form keeps its text and names the next step', async ({ page, store }) => {
    await page.goto(`${store.webUrl}/start#wrong`);
    await fillOwner(page);
    await expect(page.getByText(/^This start link was used or replaced.*restart the store/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ann Gardener');
  });
});

test('a start link pasted into the open owner page is accepted and removed from the address', async ({
  page,
  startedStore: store,
}) => {
  await page.goto(`${store.webUrl}/start`);
  await expect(page.getByRole('textbox', { name: 'First token' })).toBeFocused();
  // The file has another path than in a store that `npm start` has made.
  await expect(page.getByText(join(store.folder, 'first-token'))).toBeVisible();
  await page.goto(`${store.webUrl}/start#${await store.startCode()}`);
  await expect(page.getByRole('textbox', { name: 'First token' })).toHaveCount(0);
  expect(page.url()).toBe(`${store.webUrl}/start`);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`in a store with people, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the sign-in shows the token field after one click', async ({ page, store }) => {
      await page.goto(`${store.webUrl}/start`);
      await page.getByRole('textbox', { name: 'First token' }).fill(store.token);
      await fillOwner(page);
      await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
      await page.context().clearCookies();
      await page.goto(`${store.webUrl}/sign-in?to=/trash`);
      await expect(page.getByRole('textbox', { name: 'E-mail or user name' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Access token' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Use an access token instead' }).click();
      await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(`${store.webUrl}/trash`);
    });
  });
