import type { Page } from '@playwright/test';
import { addPlant, expect, hydrated, patient, signIn, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

// Two people act at random in one store, and look at it in different orders.

const count = Number(process.env.LIVE_ACTIONS ?? 60);
const seed = Number(process.env.LIVE_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers from 0 to below `end`; the same ones for the same seed (mulberry32). */
function randomly(state: number) {
  return (end: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
}

// Something that another person has just changed or taken away is refused or not found.
test.use({ expectedComplaints: [/40[04] \(|412 \(/] });

test('after random actions of two people, both lists are equal to the store', async ({
  browser,
  page,
  store,
}) => {
  process.stdout.write(`LIVE_SEED=${seed} LIVE_ACTIONS=${count}\n`);
  const random = randomly(seed);
  const one = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  await store.addMany(70);
  const other = patient(await (await browser.newContext()).newPage());
  const pages = [page, other];
  for (const each of pages) {
    await signIn(each, store);
    each.setDefaultTimeout(1_500);
  }
  let id = 610_000;
  const rowIn = (each: Page) => each.locator('tr[data-plant]').nth(random(20));
  const open = async (each: Page) => {
    await rowIn(each).getByRole('link').click();
    await each.getByRole('link', { name: 'All plants' }).waitFor();
  };
  const goTo = async (each: Page, name: string, address: string) => {
    const navigation = each.getByRole('navigation', { name: 'Store' });
    await navigation.getByRole('link', { name, exact: true }).click();
    await each.waitForURL((url) => url.pathname === address, { timeout: 20_000 });
  };
  const goBack = async (each: Page) => {
    const back = each.getByRole('link', { name: 'All plants' });
    const table = each.getByRole('table', { name: 'Plants', exact: true });
    await expect(async () => {
      if (await back.isVisible()) await back.click();
      else if (!(await table.isVisible())) await goTo(each, 'Plants', '/');
      await table.waitFor();
    }).toPass({ timeout: 20_000 });
  };
  const actions: Record<string, (each: Page) => Promise<unknown>> = {
    async add(each) {
      await addPlant(each, {
        id: String(++id),
        name: `${one(['Abies', 'Hoya', 'Zinnia'])} ${id}`,
        tag: 'new',
      });
    },
    async edit(each) {
      await open(each);
      await each.getByRole('button', { name: 'Edit' }).click();
      await each
        .getByRole('textbox', { name: 'Name' })
        .fill(`${one(['Aaa', 'Mmm', 'Zzz'])} ${random(1_000)}`);
      await each.getByRole('button', { name: 'Save' }).click();
      await each
        .getByText(/^(Saved|Nothing)/)
        .first()
        .waitFor();
    },
    async remove(each) {
      await open(each);
      await each.getByRole('button', { name: 'Delete' }).click();
      await each.getByRole('table', { name: 'Plants', exact: true }).waitFor();
    },
    async bulk(each) {
      for (let times = 0; times < 3; times++) await rowIn(each).getByRole('checkbox').click();
      const bar = each.getByRole('region', { name: 'Selection' });
      if (random(2) === 0) return bar.getByRole('button', { name: 'Delete' }).click();
      await bar.getByRole('button', { name: 'Edit tag' }).click();
      await each.getByRole('textbox', { name: 'New tag' }).fill(one(['new', 'sale']));
      await each.getByRole('button', { name: 'Set tag' }).click();
    },
    undo: (each) => each.getByRole('button', { name: 'Undo' }).last().click(),
    async restore(each) {
      await goTo(each, 'Trash', '/trash');
      await each
        .getByRole('button', { name: /^Restore / })
        .first()
        .click();
    },
    scroll: (each) => each.mouse.wheel(0, one([-2_000, -200, 300, 1_500])),
    show: (each) => showNew(each).click(),
    order: (each) => each.getByRole('combobox', { name: 'Order' }).selectOption({ index: random(4) }),
    async program() {
      await store.add({ id: ++id, name: `Machine ${id}` });
    },
  };
  const kinds = Object.keys(actions);
  const done = new Map<string, number>();
  for (let at = 0; at < count; at++) {
    const kind = random(3) === 0 ? 'add' : one(kinds);
    const each = one(pages);
    await test.step(`${at} ${kind} in window ${pages.indexOf(each) + 1}`, async () => {
      try {
        await actions[kind]?.(each);
        done.set(kind, (done.get(kind) ?? 0) + 1);
      } catch (failure) {
        // Another person was faster.
        if (!String(failure).includes('Timeout')) throw failure;
        await each.keyboard.press('Escape');
      }
      await goBack(each);
      const rows = await each
        .locator('tr[data-plant]')
        .evaluateAll((all) => all.map((row) => row.dataset.plant));
      expect(new Set(rows).size).toBe(rows.length);
    });
  }
  process.stdout.write(`${JSON.stringify(Object.fromEntries(done))}\n`);
  await store.add({ id: ++id, name: 'The last' });
  for (const each of pages) await expectListOf(each, store);
  for (const each of pages) {
    await each.goto(store.webUrl, { timeout: 60_000 });
    await hydrated(each);
    await expectListOf(each, store);
  }
  await other.close();
});

const showNew = (page: Page) => page.getByRole('button', { name: /^Show .* new plants?$/ });

/** Expects all plants of the store in this window, in its order, with their texts and number. */
async function expectListOf(page: Page, store: Store) {
  // Tall enough for all rows.
  await page.setViewportSize({ width: 1_280, height: 24_000 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const sort = new URL(page.url()).searchParams.get('sort') ?? '-added';
  const isShort = { timeout: 2_000 };
  // The last actions may still be under way.
  await expect(async () => {
    if (await showNew(page).isVisible()) await showNew(page).click();
    const plants: { id: number; name: string; tag?: string }[] = JSON.parse(await store.list(sort));
    const rows = plants.map(({ id, name, tag = '' }) => `${id}${name}${tag}`);
    await expect(page.locator('tr[data-plant]')).toHaveText(rows, isShort);
    const table = page.getByRole('table', { name: 'Plants', exact: true });
    await expect(table).toHaveAttribute('aria-rowcount', String(plants.length + 1), isShort);
    const field = page.getByRole('searchbox');
    await expect(field).toHaveAttribute('placeholder', `Search ${plants.length} plants`, isShort);
  }).toPass({ timeout: 20_000 });
}
