import { expect, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

const bases = [
  ['the API', (store: Store) => store.apiUrl],
  ['the web', (store: Store) => `${store.webUrl}/api`],
] as const;

for (const [name, baseOf] of bases) {
  test(`the reference of ${name} sends a request to the store`, async ({ page, store }) => {
    await page.goto(`${baseOf(store)}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.modal-ux');
    await dialog.getByRole('textbox').fill(store.token);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    const operation = page.locator('#operations-statistics-getStatistics');
    await operation.getByRole('button').first().click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await expect(operation.locator('.live-responses-table .response-col_status').last()).toHaveText(/^200/);
    await expect(operation.locator('.request-url')).toContainText(`${baseOf(store)}/statistics`);
  });

  test(`the headers Location and Link of ${name} lead to existing resources`, async ({ store }) => {
    const headers = { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' };
    const address = `${baseOf(store)}/plants`;
    for (const id of [-7_000_001, -7_000_002]) {
      const body = JSON.stringify({ id, name: 'Referred' });
      const made = await fetch(address, { method: 'POST', headers, body });
      const plant = await fetch(new URL(made.headers.get('location') ?? '', made.url), { headers });
      expect([plant.status, await plant.json()]).toEqual([200, { id, name: 'Referred' }]);
    }
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const asked = { headers: { ...headers, accept } };
      const page = await fetch(`${address}?limit=1&q=referred`, asked);
      const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? [];
      const following = await fetch(new URL(next, page.url), asked);
      expect([following.status, await following.text()]).toEqual([200, expect.stringContaining('-7000001')]);
    }
    for (const id of [-7_000_001, -7_000_002]) await store.remove(String(id));
  });
}
