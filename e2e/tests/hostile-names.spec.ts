import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';

/** Markup, a formula, and the end of a foreign isolate, after which all text would run from right to left. */
const hostile = `<img src=x onerror="document.title='hacked'">=cmd|' /C calc'!A0\u2069\u202egpj.exe`;

/** The lines of the page's own text with a direction that a name has changed. */
const turned = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Inside its isolate a name may have any direction.
      if (node.parentElement?.closest('bdi')) continue;
      const text = node.nodeValue ?? '';
      const pieces = /gpj/.test(text)
        ? text.matchAll(/^[^<]+(?=\u2068?<img)|(?<=gpj\.exe\u2069?)[^\u2069]+$/g)
        : text.matchAll(/^.+$/g);
      for (const { 0: piece, index } of pieces) {
        const [first, last] = [index + piece.search(/\w/), index + piece.search(/\w\W*$/)];
        if (first < index || last <= first) continue;
        const [left, right] = [first, last].map((at) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect();
        });
        if (left && right && left.width > 0 && Math.abs(left.top - right.top) < 2 && right.left < left.left)
          seen.push(piece);
      }
    }
    return seen;
  });

test('a hostile name is text on every page: no script runs, and no direction changes', async ({
  page,
  startedStore: store,
}) => {
  await store.addOld({ id: 1, name: hostile, tag: hostile.slice(-50) }, { id: 2, name: `${hostile}2` });
  await store.change('1', { tag: null });
  await signIn(page, store);
  const look = async (path: string, says: RegExp) => {
    await page.goto(store.webUrl + path);
    await expect(page.getByText(says).first()).toBeVisible();
    expect([path, await turned(page)]).toEqual([path, []]);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).not.toBe('hacked');
  };
  await look('/', /cmd/);
  await look('/plants/1', /Changed|Added/);
  expect(await page.title()).toMatch(/^\u2068[^\u2069]*\u2069/);
  await look(`/?q=${encodeURIComponent(hostile.slice(-30))}`, /No plant is found|cmd/);
  await page.goto(`${store.webUrl}/plants/2`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/^Deleted .* in the trash for 30 days/).first()).toBeVisible();
  expect(['toast', await turned(page)]).toEqual(['toast', []]);
  await look('/plants/2', /was deleted/);
  await look('/trash', /cmd/);
  await page.goto(`${store.webUrl}/import`);
  await page.locator('input[type=file]').setInputFiles({
    name: `${hostile.replaceAll('/', '-')}.csv`,
    mimeType: 'text/csv',
    // The second row is refused, and shown with its reason.
    buffer: Buffer.from(`id,name\n3,Fern\n4,"${hostile.replaceAll('"', '""')}"\n`),
  });
  await expect(page.getByText(/nothing saved yet/)).toBeVisible();
  expect(['import', await turned(page)]).toEqual(['import', []]);
  await expect(page.getByText(/it has U\+2069/)).toBeVisible();
  expect(['refused', await turned(page)]).toEqual(['refused', []]);
  await page.getByRole('button', { name: /^Import 1 plant/ }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused();
  await look('/receipts', /Import of/);
  await page.getByRole('link', { name: /Import of/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(['receipt', await turned(page)]).toEqual(['receipt', []]);
  await look('/plants/3', /row 2/);
});
