import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { addPlant, expect, newId, signIn, signInByForm, test } from '../fixtures.ts';
import { paleButtons } from '../pale-buttons.ts';
import { coveredFields } from '../text-fields.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

for (const [device, viewport] of Object.entries({ phone, desktop }))
  test.describe(`on a ${device}`, () => {
    // Without a plant the style of its page is unused.
    const expected = /4(00|04|12) \(|preloaded using link preload .*plants\/404$/;
    test.use({ viewport, expectedComplaints: [expected] });

    test('the list and the page of a plant have no accessibility violation, in light or dark', async ({
      page,
      store,
    }) => {
      // A longer limit, because this test examines about fifteen states.
      const check = checkOf(page);
      await page.goto(store.webUrl);
      await check('sign-in');
      await page.getByRole('textbox', { name: 'Access token' }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('textbox', { name: 'Access token' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await check('sign-in refused');
      await page.goto(`${store.webUrl}/start`);
      await check('owner account');
      await signInByForm(page, store);
      await check('empty');
      await addPlant(page, { id: '1', name: 'Monstera', tag: 'aroid' });
      await expect(page.getByRole('row')).toHaveCount(2);
      await check('one plant');
      if (device === 'phone') {
        await check('form in a sheet');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('link', { name: 'Monstera' }).press('F2');
      await page.getByRole('textbox', { name: 'Name of 1', exact: true }).fill(' ');
      await page.getByRole('textbox', { name: 'Name of 1', exact: true }).press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: 'Name is' })).toBeVisible();
      await check('row edited');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Tag: any' }).click();
      await expect(page.getByRole('option', { name: 'aroid 1' })).toBeVisible();
      await check('tags');
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox', { name: 'Search' }).fill('orchid');
      await expect(page.getByRole('button', { name: 'Show all plants' })).toBeVisible();
      await check('nothing found');
      await page.getByRole('button', { name: 'Show all plants' }).click();
      await page.getByRole('checkbox', { name: 'Select Monstera' }).click();
      await check('selection');
      await page.getByRole('button', { name: 'Edit tag' }).click();
      await page.getByRole('textbox', { name: 'New tag' }).fill('herb');
      await check('tag of many');
      await page.getByRole('button', { name: 'Set tag' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Undo' })).toBeVisible();
      await addPlant(page, { id: '1', name: '' });
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
      await check('errors');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /account/i }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await check('menu');
      await page.goto(`${store.webUrl}/statistics`);
      await expect(page.getByRole('table', { name: 'Added per week' })).toBeVisible();
      await check('statistics');
      await page.goto(`${store.webUrl}/plants/1`);
      await check('plant');
      await page.getByRole('button', { name: 'Edit' }).click();
      await check('plant, edited');
      await page.getByRole('textbox', { name: 'Name' }).fill('Monstera deliciosa');
      await store.change('1', { name: 'Monstera adansonii', tag: null });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('radio', { name: 'Mine Monstera deliciosa' })).toBeVisible();
      await check('plant, somebody saved first');
      await page.getByRole('button', { name: 'Save what I chose' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await check('plant, saved');
      await store.remove('1');
      await page.goto(`${store.webUrl}/plants/1`);
      await expect(page.getByRole('button', { name: 'Restore it' })).toBeVisible();
      await check('plant, deleted');
    });

    test('the other pages have no accessibility violation in any state, in light or dark', async ({
      page,
      store,
    }) => {
      const check = checkOf(page);
      await store.add({ id: 1, name: 'Monstera deliciosa' });
      await store.remove('1');
      await signIn(page, store);
      await page.goto(`${store.webUrl}/import`);
      await check('import');
      await page.getByRole('textbox', { name: 'Or paste a block' }).fill('Kode,name\n7,Aloe\n');
      await page.getByRole('button', { name: 'Check' }).click();
      await expect(page.getByRole('combobox', { name: 'Id is in column: choose' })).toBeVisible();
      await check('import, columns');
      await page.getByRole('button', { name: 'Start over' }).click();
      const cyrillic = Buffer.from('id,name\n7,\xd4\xe8\xea\xf3\xf1\n', 'latin1');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: cyrillic });
      await expect(page.getByRole('button', { name: 'Фикус Cyrillic' })).toBeVisible();
      await check('import, encoding');
      await page.getByRole('button', { name: 'Start over' }).click();
      await page.getByRole('textbox', { name: 'Or paste a block' }).fill('id,name\n7,Aloe\nx,Ficus');
      await page.getByRole('button', { name: 'Check' }).click();
      await expect(page.getByRole('button', { name: 'Import 1 plant' })).toBeVisible();
      await check('import, checked');
      await page.getByRole('button', { name: 'Import 1 plant' }).click();
      await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
      await check('imported');
      await page.goto(`${store.webUrl}/receipts`);
      await expect(page.getByRole('button', { name: /^Undo: / }).first()).toBeVisible();
      await check('activity');
      await page.getByRole('table', { name: 'Activity' }).getByRole('link').first().click();
      await expect(page.getByRole('link', { name: 'All activity' })).toBeVisible();
      await check('one activity');
      await page.goto(`${store.webUrl}/statistics`);
      await expect(page.getByRole('table', { name: 'Added per week' })).toBeVisible();
      await check('statistics');
      await page.goto(`${store.webUrl}/labels`);
      await page.getByRole('radio', { name: 'My own' }).click();
      await page.getByRole('textbox', { name: 'Label width (mm)' }).fill('3');
      await expect(page.getByText('Enter a number from 20 to 420 mm.')).toBeVisible();
      await check('labels');
      await page.goto(`${store.webUrl}/print`);
      await expect(page.getByRole('cell', { name: 'Aloe' })).toBeVisible();
      await check('print');
      await page.goto(`${store.webUrl}/offline`);
      await expect(page.getByRole('button', { name: /^(Add|New) plant$/ })).toBeVisible();
      await check('offline');
      await page.goto(`${store.webUrl}/trash`);
      await expect(page.getByRole('button', { name: 'Restore Monstera deliciosa' })).toBeVisible();
      await check('trash');
      await page.goto(`${store.webUrl}/plants/404`);
      await check('no such plant');
      await page.goto(`${store.webUrl}/audit?q=import`);
      await check('audit log');
      await page.goto(`${store.webUrl}/tokens`);
      await check('tokens');
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByRole('button', { name: 'Make token' }).click();
      await expect(page.getByRole('textbox', { name: 'Name of the token' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await check('token');
      await page.goto(`${store.webUrl}/people`);
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      await check('invite');
      await page.getByRole('button', { name: 'Make a link' }).click();
      await expect(page.getByRole('textbox', { name: 'Who is it for?' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await page.getByRole('radio', { name: 'Owner' }).click();
      await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Ann');
      await page.getByRole('button', { name: 'Make a link' }).click();
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
      await check('link');
      await page.goto(link);
      await page.getByRole('button', { name: 'Create my account' }).click();
      await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
      await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('aria-invalid', 'true');
      await check('join');
      await page.getByRole('textbox', { name: 'Your name' }).fill('Ann Gardener');
      await page.getByRole('textbox', { name: 'E-mail address' }).fill('ann@example.com');
      await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Create my account' }).click();
      await expect(page.getByRole('button', { name: /^(Add|New) plant$/ })).toBeVisible();
      await page.goto(`${store.webUrl}/account`);
      await check('account');
      await page.goto(link);
      await check('link that was used');
      await page.context().clearCookies();
      await page.goto(`${store.webUrl}/sign-in`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('textbox', { name: 'E-mail or user name' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await check('sign-in to an account');
      await page.getByRole('link', { name: 'Use an access token instead' }).click();
      await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
      await check('sign-in with a token');
      await signIn(page, store);
      await page.goto(`${store.webUrl}/people`);
      await expect(page.getByRole('table', { name: 'People' })).toContainText('Ann Gardener');
      await check('people');
    });
  });

test('tags of every hue are readable, in light, dark and forced colours', async ({ page, store }) => {
  const named = ['tree', 'fruit', 'succulent', 'fig', 'fern', 'herb', 'cut flower', 'moss'];
  await store.add(...named.map((tag, index) => ({ id: index + 1, name: 'Aloe', tag })));
  await signIn(page, store);
  const chips = page.locator('[data-hue]');
  await expect(chips).toHaveCount(named.length);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const grounds = await chips.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(new Set(grounds).size).toBe(named.length);
    const axe = new AxeBuilder({ page }).setLegacyMode().include('[data-hue]').withRules('color-contrast');
    const { passes, violations, incomplete } = await axe.analyze();
    expect([violations, incomplete]).toEqual([[], []]);
    expect(passes[0]?.nodes.length).toBe(named.length);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  // The frame of a tag has no colour of its own but in forced colours.
  await expect(chips.first()).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
});

test('the Content-Security-Policy allows no inline script or style, and no page violates it', async ({
  page,
  store,
}) => {
  const answer = await page.goto(store.webUrl);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src [^;]*'nonce-[\w+/=-]+'/);
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain('unsafe-eval');
  for (const directive of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
    expect(policy).toContain(directive);
  const again = await page.reload();
  expect(again?.headers()['content-security-policy']).not.toBe(policy);
  expect(answer?.headers()['x-content-type-options']).toBe('nosniff');
  expect(answer?.headers()['x-powered-by']).toBeUndefined();
  // A violation on one of these pages appears in the console, which fails the test.
  await signInByForm(page, store);
  expect((await page.reload())?.headers()['cache-control']).toContain('no-store');
  await addPlant(page, { id: newId(), name: 'Lawful' });
  await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Lawful');
  await page.getByRole('button', { name: /account/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
});

test('every page has a Content-Security-Policy, even a page whose address looks like a file', async ({
  page,
  store,
}) => {
  for (const path of ['/sign-in', '/nowhere', '/icon.svg2', '/_next/staticx', '/manifest.webmanifest/x']) {
    const answer = await page.request.get(`${store.webUrl}${path}`);
    expect([path, answer.headers()['content-type']]).toEqual([path, 'text/html; charset=utf-8']);
    expect([path, answer.headers()['content-security-policy']]).toEqual([path, expect.any(String)]);
  }
});

test('a screenshot for the README', async ({ page, store }) => {
  await store.add(
    { id: 1039, name: 'Strelitzia reginae', tag: 'cut flower' },
    { id: 1040, name: 'Ficus elastica', tag: 'tree' },
    { id: 1041, name: 'Pūhā', tag: 'herb' },
    { id: 1042, name: 'Calathea orbifolia' },
    { id: 1043, name: 'Monstera deliciosa', tag: 'aroid' },
  );
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, store);
  await expect(page.getByRole('row')).toHaveCount(6);
  await expect(page.getByPlaceholder('Search 5 plants')).toBeVisible();
  await page.mouse.move(0, 0);
  const kept = process.env.UPDATE_SCREENSHOT ? '../docs/screenshot.png' : 'test-results/screenshot.png';
  await page.screenshot({ path: kept, animations: 'disabled' });
});

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns a function that fails if a state of the page violates a rule in light or dark mode, or is too wide; if
 * anything inside a text field receives a click; or if a button that takes something away is not red.
 */
function checkOf(page: Page) {
  // Saves time: axe then reports only violations, and does not load styles, which only experimental rules read.
  const options = { resultTypes: ['violations'], preload: false };
  const runAxe = (more: object) =>
    page.evaluate(
      (all): Promise<Results> =>
        (window as unknown as { axe: { run(options: object): Promise<Results> } }).axe.run(all),
      { ...options, ...more },
    );
  const inLight = async (state: string) => {
    // An open menu is outside the landmarks by design.
    const disabled = state === 'menu' ? ['region'] : [];
    if (await page.evaluate(() => 'axe' in window))
      return runAxe({
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
      });
    return (
      new AxeBuilder({ page })
        .setLegacyMode()
        // The options' type lacks `preload`.
        .options({ ...options } as Parameters<AxeBuilder['options']>[0])
        .withTags(tags)
        .disableRules(disabled)
        .analyze()
    );
  };
  // Dark mode differs from light mode only in its colours.
  const inDark = () => runAxe({ runOnly: { type: 'rule', values: ['color-contrast'] } });
  const violations = ({ violations }: Results) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  return async (state: string) => {
    await settled(page);
    // After a click on a link, Next sets the title last.
    await expect(page).toHaveTitle(/./);
    expect([state, violations(await inLight(state))]).toEqual([state, []]);
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect([state, (width ?? 0) <= (room ?? 0)]).toEqual([state, true]);
    expect([state, await coveredFields(page)]).toEqual([state, []]);
    expect([state, await paleButtons(page)]).toEqual([state, []]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([`${state}, dark`, violations(await inDark())]).toEqual([`${state}, dark`, []]);
    await page.emulateMedia({ colorScheme: 'light' });
  };
}

/** Waits for the end of animations, because they reduce contrast. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
