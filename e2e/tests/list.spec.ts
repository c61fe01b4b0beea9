import type { Locator, Page, Request } from '@playwright/test';
import { addPlant, expect, newId, patient, pressAtOnce, row, savedRow, signIn, test } from '../fixtures.ts';

test('an empty store names the first step', async ({ page, store }) => {
  await signIn(page, store);
  await expect(page.getByText(/no plants yet/i)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
});

test.describe('a list longer than the screen', () => {
  test('loads each plant once during scrolling, with few rows in the page', async ({ page, store }) => {
    await store.addMany(700);
    await signIn(page, store);
    const table = page.getByRole('table', { name: 'Plants' });
    await expect(table.getByRole('row').first()).toBeVisible();
    const seen = new Map<string, string>();
    await expect(async () => {
      const rows = await table
        .getByRole('row')
        .evaluateAll((all) =>
          all.slice(1).map((one) => [one.getAttribute('aria-rowindex'), one.textContent] as const),
        );
      expect(rows.length).toBeLessThan(120);
      for (const [index, text] of rows) seen.set(String(index), text ?? '');
      await page.mouse.wheel(0, 600);
      expect(seen.size).toBe(700);
    }).toPass({ intervals: [20] });
    expect(new Set(seen.values()).size).toBe(700);
    await expect(table).toHaveAttribute('aria-rowcount', '701');
    await expect(page.getByText('All 700 plants')).toBeVisible();
  });

  test('returns to its former place after a visit to a plant', async ({ page, store }) => {
    await store.addMany(300);
    await signIn(page, store);
    const expectReturn = async (index: number) => {
      const target = page.locator(`[aria-rowindex="${index}"]`).getByRole('link');
      await wheelTo(page, target);
      const before = await target.boundingBox();
      for (const goBack of [
        () => page.goBack(),
        () => page.getByRole('link', { name: 'All plants' }).click(),
      ]) {
        await target.click();
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Plants');
        await goBack();
        await expect(target).toBeInViewport();
        expect(Math.abs(((await target.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);
      }
    };
    await expectReturn(181);
    // So few rows have no window.
    await page.goto(`${store.webUrl}/?q=hoya`);
    await expectReturn(40);
  });

  test('keeps the focus on a row outside the screen, and the arrow keys move between rows', async ({
    page,
    store,
  }) => {
    await store.addMany(300);
    await signIn(page, store);
    const link = (index: number) => page.locator(`[aria-rowindex="${index}"]`).getByRole('link');
    await link(2).focus();
    await wheelTo(page, link(90));
    await expect(link(40)).not.toBeAttached();
    await expect(link(2)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link(2)).toBeInViewport();
    for (let row = 3; row <= 60; row++) {
      await page.keyboard.press('ArrowDown');
      await expect(link(row)).toBeFocused();
      await expect(link(row)).toBeInViewport();
    }
    await page.keyboard.press('ArrowUp');
    await expect(link(59)).toBeFocused();
  });

  test('does not move when others add, change and delete plants; new ones above wait for a key', async ({
    page,
    store,
  }) => {
    await store.addMany(300);
    await signIn(page, store);
    const row = page.locator('tr[data-plant="260"]');
    await wheelTo(page, row);
    const topOf = async () => (await row.boundingBox())?.y ?? 0;
    const top = await topOf();
    await store.add({ id: 901, name: 'From afar' }, { id: 902, name: 'From farther' });
    await expect(page.getByRole('button', { name: 'Show 2 new plants' })).toBeVisible();
    for (const id of ['300', '299', '290', '255']) await store.remove(id);
    await store.change('259', { name: 'Renamed' });
    await expect(page.locator('tr[data-plant="259"]')).toContainText('Renamed');
    await expect(page.locator('tr[data-plant="255"]')).toHaveCount(0);
    await expect(row).toHaveAttribute('aria-rowindex', '39');
    await expect(page.getByRole('table', { name: 'Plants' })).toHaveAttribute('aria-rowcount', '297');
    // The height of rows may have a fraction of a pixel, and the browser rounds scroll positions.
    expect(Math.abs((await topOf()) - top)).toBeLessThan(1);
    await page.keyboard.press('.');
    await expect(page.getByRole('row').nth(1)).toContainText('From farther');
    await expect(page.getByRole('row').nth(1)).toBeInViewport();
    await expect(page.getByRole('button', { name: /new plant/ })).toHaveCount(0);
  });

  test.describe('that the network leaves for a moment', () => {
    test.use({ expectedComplaints: [/ERR_INTERNET_DISCONNECTED|when fetching the script/] });

    test('a deleted row with the focus gives it to the next one, and is no longer selected', async ({
      page,
      store,
    }) => {
      await store.addMany(60);
      await signIn(page, store);
      for (const id of ['57', '50'])
        await page.locator(`tr[data-plant="${id}"]`).getByRole('checkbox').click();
      const bar = page.getByRole('region', { name: 'Selection' });
      await expect(bar.getByRole('status')).toHaveText('2 selected');
      await store.add({ id: 901, name: 'From afar' });
      await expect(page.getByRole('button', { name: 'Show 1 new plant' })).toBeVisible();
      await expect(page.locator('tr[data-plant="50"]').getByRole('checkbox')).toBeFocused();
      // One reading of the list brings all three: rows above the focused one leave too.
      await page.context().setOffline(true);
      for (const id of ['58', '56', '50']) await store.remove(id);
      await page.context().setOffline(false);
      await expect(bar.getByRole('status')).toHaveText('1 selected');
      await expect(page.locator('tr[data-plant="49"]').locator(':focus')).toHaveCount(1);
      // Nobody reads on below a row that the focus has left, at the top of the list.
      await page.getByRole('textbox', { name: 'Name' }).focus();
      await expect(page.getByRole('row').nth(1)).toContainText('From afar');
    });
  });
});

test('two people who enter in turn see the same list, in the order of the store', async ({
  browser,
  page,
  store,
}) => {
  const other = patient(await (await browser.newContext()).newPage());
  const pages = [page, other] as const;
  for (const one of pages) await signIn(one, store);
  for (const [index, one] of pages.entries()) {
    await addPlant(one, { id: String(610_001 + index), name: `Plant of ${index + 1}` });
    await expect(savedRow(one, String(610_001 + index))).toBeVisible();
  }
  for (const one of pages) {
    await expect(one.locator('tr[data-plant]')).toHaveText([/^610002/, /^610001/]);
    await expect(one.getByRole('searchbox')).toHaveAttribute('placeholder', /\b2 plants/);
  }
  await other.close();
});

test('an empty list shows a plant of another person immediately', async ({ page, store }) => {
  await signIn(page, store);
  await expect(page.getByText(/no plants yet/i)).toBeVisible();
  await expect(page.getByRole('link', { name: 'import a list' })).toHaveAttribute('href', '/import');
  await store.add({ id: 1, name: 'The first' });
  await expect(page.getByRole('row').nth(1)).toContainText('The first');
});

test('one of eight tabs holds a request, and all show a plant of another person', async ({
  page,
  context,
  store,
}) => {
  const held = new Set<Request>();
  context.on('request', (request) => /events\.list.*wait/.test(request.url()) && held.add(request));
  context.on('requestfinished', (request) => held.delete(request));
  await store.add({ id: 1, name: 'Known' });
  await context.addCookies([await store.sessionCookie(store.token)]);
  // The browser has six connections to the store.
  const tabs = [page];
  while (tabs.length < 8) tabs.push(patient(await context.newPage()));
  const open = async (tab: Page) => {
    const isFollowing = tab.waitForResponse(/\/trpc\/[^?]*plants\.list/);
    await tab.goto(store.webUrl);
    await isFollowing;
  };
  await Promise.all(tabs.map(open));
  await expect.poll(() => held.size).toBe(1);
  await store.add({ id: 2, name: 'From afar' });
  for (const tab of tabs) await expect(row(tab, '2')).toBeVisible();
  await page.close();
  await store.add({ id: 3, name: 'From farther' });
  for (const tab of tabs.slice(1)) await expect(row(tab, '3')).toBeVisible();
});

test.describe('with limited permissions', () => {
  test.use({ expectedComplaints: [/403 \(Forbidden\)/] });

  test('a reader sees the plants, and the reason why there is no form', async ({ page, store }) => {
    const { token } = await store.makeToken('reader', ['plants:read']);
    await store.add({ id: 900_001, name: 'Readable' });
    await page.goto(store.webUrl);
    await page.getByRole('textbox', { name: 'Access token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Readable');
    await expect(page.getByText(/plants:write/).first()).toBeVisible();
  });

  test('a user with only plants:write adds plants, and sees the reason why there is no list', async ({
    page,
    store,
  }) => {
    const { token } = await store.makeToken('writer', ['plants:write']);
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

test.describe('the address', () => {
  test.use({ expectedComplaints: [/404 \(Not Found\)/] });

  test('of a plant opens its page, and of a missing plant a page that says so', async ({ home, store }) => {
    await store.add({ id: 9223372036854775806n, name: 'Almost last', tag: 'edge' });
    await home.goto(`${store.webUrl}/plants/9223372036854775806`);
    await expect(home.getByRole('heading', { name: 'Almost last' })).toBeVisible();
    await expect(home.getByText('9223372036854775806')).toBeVisible();
    for (const address of ['/plants/123456789', '/plants/abc', '/nowhere']) {
      await home.goto(store.webUrl + address);
      await expect(home.getByRole('heading', { level: 1 })).toContainText(
        /^(Page not found|No plant has this id)$/,
      );
      await expect(home.getByRole('link').first()).toBeVisible();
    }
  });
});

/** Scrolls down with the mouse wheel until an element is on the screen. */
async function wheelTo(page: Page, target: Locator) {
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(target).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [20] });
  // Hovering waits until the page no longer moves.
  await target.hover();
}

test('each field of the form is the only one with its label, and no plant is translated', async ({
  page,
  store,
}) => {
  const plant = { id: Number(newId()), name: 'Monstera', tag: 'aroid plants' };
  await store.add(plant);
  await signIn(page, store);
  await expect(page.getByRole('button', { name: 'Tag: any' })).toBeVisible();
  for (const label of ['Id', 'Name', 'Tag']) {
    await page.getByLabel(label).fill('7');
    await expect(page.getByLabel(label)).toHaveAttribute('translate', 'no');
  }
  for (const text of [String(plant.id), plant.name, plant.tag])
    await expect(page.locator('[translate=no]').getByText(text, { exact: true })).toBeVisible();
  // A name in a sentence.
  await page.getByLabel('Id').fill(newId());
  await page.getByLabel('Name').fill('Rose');
  await page.getByLabel('Name').press('Enter');
  const name = (message: string) => page.getByText(message).locator('[translate=no]');
  await expect(name('Added Rose (id ')).toHaveText('Rose');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(name('Deleted Rose (id ')).toHaveText('Rose');
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE', timezoneId: 'America/New_York' });

  test('dates are in the language of the page, and in the time zone of the reader', async ({
    page,
    store,
  }) => {
    await signIn(page, store);
    await page.goto(`${store.webUrl}/audit`);
    const time = page.locator('main time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/New_York' } as const;
    await expect(time).toHaveText(new Intl.DateTimeFormat('en-GB', style).format(at));
  });
});

test.describe('a row', () => {
  test.use({ expectedComplaints: [/404 \(|412 \(|ERR_INTERNET_DISCONNECTED|when fetching the script/] });

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  test('is edited by a double click or keys; leaving it saves, and Ctrl+Z takes each change back', async ({
    page,
    store,
  }) => {
    await store.add({ id: 7, name: 'Aloe', tag: 'herb' }, { id: 8, name: 'Basil', tag: 'herb' });
    await signIn(page, store);
    const link = row(page, '7').getByRole('link');
    const cells = row(page, '8').getByRole('cell');
    await cells.nth(3).dblclick({ position: { x: 110, y: 20 } });
    await expect(field(page, 'Tag of 8')).toBeFocused();
    await field(page, 'Tag of 8').pressSequentially('kitchen');
    await field(page, 'Tag of 8').press('Tab');
    await expect(field(page, 'Name of 7')).toBeFocused();
    await field(page, 'Name of 7').fill('Aloe vera');
    await field(page, 'Name of 7').press('Enter');
    await expect(link).toBeFocused();
    await expect(link).toHaveText('Aloe vera');
    await expect.poll(() => store.list()).toContain('kitchen');
    await link.press('F2');
    await field(page, 'Name of 7').fill('Nothing');
    await pressAtOnce(page, [...'4006381333931', 'Enter']);
    await expect(field(page, 'Name of 7')).toHaveAccessibleDescription(/scanned id.*4006381333931/);
    await expect(field(page, 'Name of 7')).toHaveValue('Nothing');
    await field(page, 'Name of 7').press('Escape');
    await expect(link).toBeFocused();
    await page.getByRole('checkbox', { name: 'Select Aloe vera' }).press('Enter');
    await field(page, 'Name of 7').fill(' ');
    await field(page, 'Name of 7').press('Enter');
    await expect(field(page, 'Name of 7')).toHaveAccessibleDescription(/Name is (empty|missing)/);
    await field(page, 'Name of 7').press('Escape');
    for (const text of ['Aloe is as it was.', 'Basil is as it was.', 'Nothing to undo on this page.']) {
      await page.keyboard.press('Control+z');
      await expect(page.getByText(text).first()).toBeVisible();
    }
    expect(await store.list()).toBe(
      '[{"id":8,"name":"Basil","tag":"herb"},{"id":7,"name":"Aloe","tag":"herb"}]',
    );
    await link.press('Enter');
    await expect(page).toHaveURL(/plants.7$/);
  });

  test('with a tag or name that is double-clicked acts at the first click, and is not edited', async ({
    page,
    store,
  }) => {
    await store.add({ id: 7, name: 'Aloe', tag: 'herb' }, { id: 8, name: 'Basil' }, { id: 9, name: 'Cress' });
    await signIn(page, store);
    await row(page, '7').getByRole('button', { name: 'herb' }).dblclick();
    await expect(page).toHaveURL(/tag=herb$/);
    await expect(row(page, '9')).toHaveCount(0);
    await page.goBack();
    await row(page, '8').getByRole('link').dblclick();
    await expect(page).toHaveURL(/plants.8$/);
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });

  test('that another person changed or deleted meanwhile keeps the typed text, and so it does offline', async ({
    page,
    store,
    context,
  }) => {
    await store.add({ id: 7, name: 'Aloe' }, { id: 8, name: 'Basil' });
    await signIn(page, store);
    await row(page, '7')
      .getByRole('cell')
      .nth(2)
      .dblclick({ position: { x: 120, y: 20 } });
    await field(page, 'Name of 7').fill('Aloe mine');
    await store.change('7', { name: 'Aloe theirs', tag: 'herb' });
    await field(page, 'Name of 7').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Two versions of Aloe' });
    await expect(dialog.getByRole('radio', { name: 'Mine Aloe mine' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Save what I chose' }).click();
    await expect(row(page, '7').getByRole('link')).toHaveText('Aloe mine');
    await expect(row(page, '7').getByRole('link')).toBeFocused();
    expect(await store.plant('7')).toBe('{"id":7,"name":"Aloe mine","tag":"herb"}');
    await row(page, '8').getByRole('link').press('F2');
    await field(page, 'Name of 8').fill('Basil mine');
    await context.setOffline(true);
    await field(page, 'Name of 8').press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved: you' })).toBeVisible();
    await context.setOffline(false);
    await store.remove('8');
    await expect(field(page, 'Name of 8')).toHaveValue('Basil mine');
    await field(page, 'Name of 8').press('Enter');
    await expect(page.getByRole('dialog', { name: 'Two versions of Basil' })).toContainText('Basil mine');
    await page.getByRole('button', { name: 'Restore it and save mine' }).click();
    await expect(row(page, '8').getByRole('link')).toBeFocused();
    expect(await store.plant('8')).toContain('Basil mine');
  });

  test('keeps its change after Ctrl+Z while a newer plant waits to be saved', async ({
    page,
    store,
    context,
  }) => {
    await store.add({ id: 7, name: 'Aloe' });
    await signIn(page, store);
    await row(page, '7').getByRole('link').press('F2');
    await field(page, 'Name of 7').fill('Aloe vera');
    await field(page, 'Name of 7').press('Enter');
    await expect(page.getByText('Saved Aloe vera.').first()).toBeVisible();
    await context.setOffline(true);
    await addPlant(page, { id: '8', name: 'Basil' });
    await row(page, '7').getByRole('link').press('Control+z');
    await expect(page.getByText(/still waiting to be saved/).first()).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => store.list()).toContain('Basil');
    await row(page, '7').getByRole('link').press('Control+z');
    await expect.poll(() => store.list()).toBe('[{"id":7,"name":"Aloe vera"}]');
  });
});
