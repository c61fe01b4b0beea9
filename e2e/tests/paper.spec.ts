import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { expect, pressAtOnce, row, signIn, test } from '../fixtures.ts';

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
  } as object,
});

const sheets = (page: Page) => page.getByRole('img', { name: /^Sheet / });

/** Replaces the print window, which would wait for a person. */
const withoutPrintWindow = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => void document.documentElement.setAttribute('data-printed', '');
  });

test('all 2,066 plants are copied as a table, and Ctrl+P prints them on A4 and on Letter', async ({
  page,
  store,
}) => {
  await store.addMany(2_066);
  await withoutPrintWindow(page);
  await page.context().grantPermissions(['clipboard-read']);
  await signIn(page, store);
  await page.getByRole('button', { name: 'Copy as table' }).click();
  await expect(page.getByText('Copied 2,066 plants.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.match(/^\d+\t[^\t]+\t[^\t]*$/gm)).toHaveLength(2_066);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing has this name');
  await expect(page.getByText('No plants found.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy as table' }).click();
  await expect(page.getByText('Nothing to copy').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(row(page, '2066')).toBeVisible();
  // As with CapsLock.
  await page.keyboard.press('Control+P');
  await expect(page.locator('[data-printed]')).toBeAttached();
  expect(page.url()).toBe(`${store.webUrl}/print`);
  await expect(page.getByText('The screen shows the first 500 plants, paper all of them.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(502);
  for (const format of ['A4', 'Letter'] as const) {
    const { totalPages, text } = await extractText(new Uint8Array(await page.pdf({ format })));
    expect(totalPages).toBeLessThanOrEqual(45);
    for (const [index, one] of text.entries()) {
      expect(one).toMatch(/Plants.*2,066 plants.*Id.*Name.*Tag/s);
      expect(one).toContain(`Page ${index + 1} of ${totalPages}`);
    }
    // The name of each plant ends with its id.
    const rows = new Set([...text.join(' ').matchAll(/\b(\d+)\D+\1\b/g)].map(([, id]) => Number(id)));
    const missing = Array.from({ length: 2_066 }, (_, index) => index + 1).filter((id) => !rows.has(id));
    expect(missing).toEqual([]);
  }
});

test.describe('labels', () => {
  // A module of a code is then some pixels wide on the screen.
  test.use({ deviceScaleFactor: 4 });

  test('labels of a selection are within 0.3 mm of their places, and a decoder and the list read their codes', async ({
    page,
    store,
  }) => {
    const plants = [
      { id: 42, name: 'יסמין רפואי' },
      { id: 9223372036854775807n, name: 'Pūhā × 𝒂', tag: 'herb' },
      { id: -9223372036854775808n, name: 'Hosta '.repeat(33).trim(), tag: 'shade' },
      { id: 4006381333931, name: 'Monstera deliciosa' },
    ];
    const ids = plants.slice(1).map(({ id }) => String(id));
    await store.add({ id: 43, name: 'Not selected' }, ...plants);
    await signIn(page, store);
    for (const { name } of plants)
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
    await page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Labels' }).click();
    await expect(page.getByRole('button', { name: 'Print 4 labels' })).toBeVisible();
    // Somebody deletes a plant between the selection and the print.
    await store.remove('42');
    await page.reload();
    await expect(page.getByText('1 plant of the selection is left out')).toBeVisible();
    for (const [name, columns, rows, left, top, right, down] of [
      ['A4, 21 labels', 3, 7, 7.21, 15.15, 66.04, 38.1],
      ['Letter, 30 labels', 3, 10, 4.76, 12.7, 69.85, 25.4],
    ] as const) {
      await page.getByRole('radio', { name }).click();
      // The first two labels are the last ones of a begun sheet, the third begins a new sheet.
      const first = columns * rows - 1;
      await page.getByRole('textbox', { name: 'First free label' }).fill(String(first));
      await expect(sheets(page)).toHaveCount(2);
      const found = await labelsOnPaper(page);
      expect(found.map(({ id }) => id)).toEqual(ids);
      for (const [index, place] of [first - 1, first, 0].entries()) {
        expect(Math.abs((found[index]?.x ?? 0) - left - (place % columns) * right)).toBeLessThan(0.3);
        expect(Math.abs((found[index]?.y ?? 0) - top - Math.floor(place / columns) * down)).toBeLessThan(0.3);
      }
      expect(await codes(page)).toEqual(ids.toSorted());
    }
    await page.getByRole('radio', { name: 'QR code' }).click();
    await expect(page.getByText('These codes work on this computer only.')).toBeVisible();
    const addresses = ids.map((id) => `${store.webUrl}/plants/${id}`);
    await expect.poll(() => codes(page)).toEqual(addresses.toSorted());
    await page.goto(store.webUrl);
    for (const code of [...ids, ...addresses]) {
      await page.getByRole('button', { name: 'Add plant' }).focus();
      await pressAtOnce(page, [...code, 'Enter']);
      const id = code.split('/').at(-1);
      await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue(id ?? '');
      await expect(page.locator(`form [href="/plants/${id}"]`)).toBeVisible();
    }
  });
});

/** The labels in the PDF of the page: the corner of each is known by the text of its id, whose place on the label is known. */
async function labelsOnPaper(page: Page) {
  const within = await page.locator('svg svg > text:last-child').evaluateAll((texts) =>
    texts.map((text) => ({
      id: text.textContent ?? '',
      x: Number(text.getAttribute('x')) / 10,
      y: Number(text.getAttribute('y')) / 10,
    })),
  );
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  expect(pdf.numPages).toBe(await sheets(page).count());
  const mmPerPoint = 25.4 / 72;
  const found: typeof within = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const sheet = await pdf.getPage(number);
    const { items } = await sheet.getTextContent();
    for (const item of items) {
      const label = within.find(({ id }) => 'str' in item && item.str === id);
      if (!label || !('str' in item)) continue;
      const [x = 0, y = 0] = item.transform.slice(4);
      found.push({
        id: label.id,
        x: x * mmPerPoint - label.x,
        y: ((sheet.view[3] ?? 0) - y) * mmPerPoint - label.y,
      });
    }
  }
  return found;
}

/** The texts of all codes that a decoder finds on the labels, in order. */
async function codes(page: Page): Promise<string[]> {
  const found: string[] = [];
  // A bar code counts if ten of its lines agree: some lines touch the edge of a pixel.
  const options: ReaderOptions = { formats: ['Code128', 'QRCode'], minLineCount: 10, tryRotate: false };
  for (const label of await page.locator('svg svg').all())
    for (const { text } of await readBarcodes(await label.screenshot(), options)) found.push(text);
  return found.sort();
}
