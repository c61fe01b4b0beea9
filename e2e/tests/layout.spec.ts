import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const rows = (page: Page) => page.locator('tr[data-index]');

/** The visible rows: between the table's heading and the bars at the bottom. */
const rowsInSight = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const isHit = (row: Element) => {
      const { left, right, top, bottom } = row.getBoundingClientRect();
      const middle = (left + right) / 2;
      return [top + 1, bottom - 1].every((y) => row.contains(document.elementFromPoint(middle, y)));
    };
    return all.filter(isHit).length;
  });

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element has no box.');
  return { ...box, bottom: box.y + box.height };
};

test('pages have one left edge and one top edge', async ({ home, store }) => {
  await home.goto(store.webUrl);
  const brand = await boxOf(home.getByRole('link', { name: 'Plant store' }));
  const first = await boxOf(home.getByRole('textbox', { name: 'Id' }));
  expect(first.x).toBeGreaterThan(brand.x);
  const edges = new Set<string>();
  for (const path of ['/statistics', '/trash', '/import', '/account', '/receipts', '/people', '/audit']) {
    await home.goto(store.webUrl + path);
    const { x, y } = await boxOf(home.getByRole('heading', { level: 1 }));
    edges.add(`${Math.round(x - brand.x)} ${Math.round(y)}`);
  }
  expect([...edges]).toEqual([expect.stringMatching(/^0 /)]);
  await store.add({ id: 1, name: 'Aloe' });
  await home.goto(store.webUrl);
  const edge = async (locator: Locator) => Math.round((await boxOf(locator)).x - brand.x);
  expect(await edge(home.getByRole('searchbox'))).toBe(0);
  expect(await edge(home.getByRole('checkbox', { name: 'Select Aloe' }))).toBe(0);
});

const entryWidths = [640, 720, 820, 1093, 1440];

test('the fields of the entry line stand on the edges of the columns', async ({ page, store }) => {
  for (const id of [7, 4_006_381_333_931, -9_223_372_036_854_775_808n]) {
    await store.add({ id, name: 'Aloe vera', tag: 'succulent' });
    await signIn(page, store);
    for (const width of entryWidths) {
      await page.setViewportSize({ width, height: 900 });
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(widest).toBeLessThanOrEqual(width);
      const cells = page.getByRole('row', { name: String(id) }).getByRole('cell');
      const heads = page.getByRole('columnheader');
      for (const [index, name] of ['Id', 'Name', 'Tag'].entries()) {
        const field = await boxOf(page.getByRole('textbox', { name, exact: true }));
        // The pin is the end of the field Tag.
        const end = name === 'Tag' ? await boxOf(page.getByRole('checkbox', { name: 'Keep it' })) : field;
        for (const part of [cells.nth(index + 1), heads.nth(index + 1)]) {
          const column = await boxOf(part);
          const off = [field.x - column.x, end.x + end.width - (column.x + column.width)];
          expect([id, width, name, off.every((one) => Math.abs(one) <= 1)]).toEqual([id, width, name, true]);
        }
        // A text in the field stands over the texts of the column.
        expect(field.width).toBeGreaterThan(id > 0 ? 100 : 60);
      }
    }
  }
});

test('columns, messages and links stay in their places', async ({ page, store }) => {
  await page.setViewportSize(desktop);
  await store.add({ id: 7, name: 'Aloe' });
  await signIn(page, store);
  const name = await boxOf(page.getByRole('columnheader', { name: 'Name' }));
  const add = await boxOf(page.getByRole('button', { name: 'Add plant' }));
  const table = await boxOf(page.getByRole('table', { name: 'Plants' }));
  expect(add.x + add.width).toBeCloseTo(table.x + table.width, 0);
  await page.getByRole('textbox', { name: 'Id' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  expect(await boxOf(page.getByRole('table', { name: 'Plants' }))).toEqual(table);
  await page.getByRole('textbox', { name: 'Id' }).fill('4006381333931');
  await page.getByRole('textbox', { name: 'Name' }).fill('Monstera deliciosa variegata with a long name');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(page.getByRole('row')).toHaveCount(3);
  expect((await boxOf(page.getByRole('columnheader', { name: 'Name' }))).x).toBe(name.x);
  const link = page.getByRole('link', { name: 'Plants', exact: true });
  const { width } = await boxOf(link);
  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(link).not.toHaveAttribute('aria-current');
  expect((await boxOf(link)).width).toBe(width);
});

test('at 200 % zoom of 1440 x 900 at least 6 plants are visible', async ({ page, store }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await store.addMany(40);
  await signIn(page, store);
  await expect(rows(page).first()).toBeVisible();
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(6);
  // Above the entry line there is one line.
  const tools = [
    page.getByRole('searchbox'),
    page.getByRole('combobox', { name: 'Order' }),
    page.getByRole('button', { name: 'Copy as table' }),
  ];
  const middles = await Promise.all(
    tools.map(boxOf).map(async (box) => Math.round((await box).y + (await box).height / 2)),
  );
  expect(new Set(middles).size).toBe(1);
});

test('the header has one order at every width, for the eye and for Tab', async ({ page, store }) => {
  await signIn(page, store);
  for (const width of [320, 390, 640, 820, 1093, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const header = page.getByRole('banner');
    const middle = async (part: Locator) => {
      const { y, height } = await boxOf(part);
      return Math.round(y + height / 2);
    };
    const [brand, plants, statistics, account] = await Promise.all(
      [
        header.getByRole('link', { name: 'Plant store' }),
        header.getByRole('link', { name: 'Plants', exact: true }),
        header.getByRole('link', { name: 'Statistics' }),
        header.getByRole('button', { name: /account/i }),
      ].map(async (part) => ({ ...(await boxOf(part)), middle: await middle(part) })),
    );
    if (!brand || !plants || !statistics || !account) throw new Error('A part of the header is missing.');
    expect([width, brand.middle]).toEqual([width, account.middle]);
    expect([width, plants.middle]).toEqual([width, statistics.middle]);
    // On a phone the navigation is the second line, on other screens all is one line.
    if (width < 640) expect(plants.y).toBeGreaterThanOrEqual(brand.bottom);
    else expect([width, plants.middle]).toEqual([width, brand.middle]);
    expect(brand.x).toBeLessThan(account.x);
    if (width >= 640) {
      expect(plants.x).toBeGreaterThan(brand.x + brand.width - 1);
      expect(account.x).toBeGreaterThan(statistics.x + statistics.width);
    }
    await page.reload();
    await expect(account && header.getByRole('button', { name: /account/i })).toBeVisible();
    const order: [number, number][] = [];
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    for (let tab = 0; tab < 6; tab++) {
      await page.keyboard.press('Tab');
      const { x, y, height } = await boxOf(page.locator(':focus'));
      order.push([Math.round(y + height / 2), x]);
    }
    expect([width, order]).toEqual([width, order.toSorted(([a, x], [b, z]) => a - b || x - z)]);
  }
});

test('a skip link leads past the header', async ({ page, store }) => {
  await store.add({ id: 1, name: 'Aloe' });
  await signIn(page, store);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(skip).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [20] });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a deleted row closes and Undo opens its place, motion ${reducedMotion}`, async ({ page, store }) => {
    await page.emulateMedia({ reducedMotion });
    await store.addMany(10);
    await signIn(page, store);
    await page.evaluate(() => {
      const moves: unknown[] = [];
      Object.assign(window, { moves });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (this: HTMLElement, frames, timing) {
        moves.push([this.dataset.index, Object.keys((frames as object[])[0] ?? {}), timing]);
        return animate.call(this, frames, timing);
      };
    });
    const moves = () => page.evaluate(() => (window as unknown as { moves: unknown[] }).moves.splice(0));
    const timing = { duration: 150, easing: 'ease-out' };
    const isMoving = reducedMotion === 'no-preference';
    await page.locator('tr[data-index="3"]').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(rows(page)).toHaveCount(9);
    expect(await moves()).toEqual(isMoving ? [['3', ['marginBlockStart'], timing]] : []);
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(10);
    expect(await moves()).toEqual(isMoving ? [['3', ['opacity', 'marginBlockEnd'], timing]] : []);
  });

for (const [device, viewport, atLeast] of [
  ['a desktop', desktop, 16],
  ['a phone', phone, 6],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test(`${device} shows at least ${atLeast} plants without scrolling`, async ({ page, store }) => {
      await store.addMany(40);
      await signIn(page, store);
      await expect(rows(page).first()).toBeVisible();
      expect(await rowsInSight(page)).toBeGreaterThanOrEqual(atLeast);
    });

    test('a toast hides no row at the end of the list, and the focused row stays above it', async ({
      page,
      store,
    }) => {
      await store.addMany(40);
      await signIn(page, store);
      await rows(page).first().getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Delete' }).click();
      const toast = page.getByRole('dialog').filter({ hasText: 'Deleted 1 plant' });
      // The toast stays while the pointer is on it.
      await toast.hover();
      const last = page.locator('tr[data-index="38"]');
      // The height of the page changes while the page measures its rows.
      await expect(async () => {
        await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
        await expect(last).toBeInViewport({ ratio: 1, timeout: 200 });
      }).toPass({ intervals: [20] });
      const top = async () => (await boxOf(toast)).y;
      expect((await boxOf(last)).bottom).toBeLessThanOrEqual(await top());
      await page.evaluate(() => scrollTo({ top: 0 }));
      // The focused row is always in the page; the rows around it are there only after the list has scrolled.
      await expect(page.locator('tr[data-index="1"]')).toBeInViewport();
      await page.locator('tr[data-index="0"] [data-cell=name]').focus();
      for (let row = 1; row < 25; row++) {
        await page.keyboard.press('ArrowDown');
        await expect(page.locator(`tr[data-index="${row}"] [data-cell=name]`)).toBeFocused();
        expect((await boxOf(page.locator('a:focus'))).bottom).toBeLessThanOrEqual(await top());
      }
    });
  });

test('the entry line and the table head stay above the rows', async ({ page, store }) => {
  await page.setViewportSize(desktop);
  await store.addMany(60);
  await signIn(page, store);
  const id = page.getByRole('textbox', { name: 'Id' });
  await page.mouse.move(700, 600);
  await page.mouse.wheel(0, 900);
  await expect(rows(page).first()).not.toBeInViewport();
  await expect(id).toBeInViewport({ ratio: 1 });
  const head = page.getByRole('columnheader', { name: 'Name' });
  await expect(head).toBeInViewport({ ratio: 1 });
  expect((await boxOf(head)).y).toBeGreaterThan((await boxOf(id)).bottom);
  await id.fill('7.5');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  const problem = page.getByText(/whole number/);
  await expect(problem).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => (await boxOf(head)).y - (await boxOf(problem)).bottom)
    .toBeGreaterThanOrEqual(0);
});

test('a click on a tag shows the plants with that tag', async ({ page, store }) => {
  await store.add({ id: 1, name: 'Basil', tag: 'herb' }, { id: 2, name: 'Oak', tag: 'tree' });
  await signIn(page, store);
  await page.getByRole('button', { name: 'herb', exact: true }).click();
  await expect(page).toHaveURL(/\?tag=herb$/);
  await expect(rows(page)).toHaveCount(1);
});

test('the column of ids grows with the visible ids', async ({ page, store }) => {
  await store.add({ id: 9223372036854775807n, name: 'Long' });
  await store.addMany(80);
  await signIn(page, store);
  const head = page.getByRole('columnheader', { name: 'Name' });
  const before = (await boxOf(head)).x;
  await page.mouse.move(600, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(page.getByText('9223372036854775807').last()).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [20] });
  await expect.poll(async () => (await boxOf(head)).x).toBeGreaterThan(before + 50);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('rows have no heading, tools are behind a button, and the keys of the fields have names', async ({
    page,
    store,
  }) => {
    await store.addMany(10);
    await signIn(page, store);
    await expect(rows(page).first()).toBeVisible();
    const { height } = await boxOf(page.locator('thead'));
    expect(height).toBeLessThanOrEqual(1);
    await expect(page.getByRole('link', { name: 'Labels' })).toBeHidden();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Labels' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Labels' })).toBeHidden();
    await page.getByRole('button', { name: 'New plant' }).click();
    for (const [name, key] of [
      ['Id', 'next'],
      ['Name', 'done'],
      ['Tag', 'done'],
    ] as const)
      await expect(page.getByRole('textbox', { name, exact: true })).toHaveAttribute('enterkeyhint', key);
  });

  test('the sheet has the only form, closes with Escape and keeps its text', async ({ page, store }) => {
    await store.addMany(10);
    await signIn(page, store);
    const id = page.getByRole('textbox', { name: 'Id' });
    await expect(id).toBeHidden();
    await expect(page.locator('input[name=id]')).toHaveCount(1);
    const open = page.getByRole('button', { name: 'New plant' });
    await open.click();
    await expect(id).toBeFocused();
    await id.fill('77');
    await page.keyboard.press('Escape');
    await expect(id).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await expect(id).toHaveValue('77');
    const search = await boxOf(page.getByRole('searchbox'));
    expect(search.bottom).toBeLessThan((await boxOf(rows(page).first())).y);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a plant is added in the sheet', async ({ page, store }) => {
      await signIn(page, store);
      await page.getByRole('button', { name: 'New plant' }).click();
      await page.getByRole('textbox', { name: 'Id' }).fill('7');
      await page.getByRole('textbox', { name: 'Name' }).fill('Aloe');
      await page.getByRole('button', { name: 'Add plant' }).click();
      await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Aloe');
    });
  });
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no page scrolls sideways, and pages in forced colours break no rule', async ({ page, store }) => {
    await store.add({ id: 9223372036854775807n, name: 'A'.repeat(200), tag: 'b'.repeat(100) });
    await signIn(page, store);
    await page.emulateMedia({ forcedColors: 'active' });
    for (const path of ['/', '/statistics', '/plants/9223372036854775807']) {
      await page.goto(store.webUrl + path);
      const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect([path, (width ?? 0) <= (room ?? 0)]).toEqual([path, true]);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect([path, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([
        path,
        [],
      ]);
    }
  });
});
