import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { expect, keptRecords, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

// A killed browser loses no plant, and no plant is stored twice.

type Typed = { id: number; name: string };

test('plants typed in a repeatedly killed browser are stored once and in order', async ({ store }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-browser-'));
  const plants = Array.from({ length: 12 }, (_, index): Typed => {
    const id = 100 + index;
    return { id, name: `Plant ${id}` };
  });
  for (const [turn, part] of [plants.slice(0, 4), plants.slice(4, 8), plants.slice(8)].entries()) {
    const { context, page } = await open(folder, store);
    // In round 0 the store saves plants, but its answers are lost. In round 1 no request reaches the store.
    if (turn === 0)
      await page.route(/plants\.create/, async (route) => {
        await route.fetch().catch(() => undefined);
      });
    if (turn === 1) await page.route(/plants\.create/, () => undefined);
    for (const { id, name } of part) await type(page, id, name);
    if (turn === 2) await expect.poll(() => stored(store)).toEqual(plants);
    else for (const { name } of part) await expect.poll(() => keptRecords(page, 'plants')).toContain(name);
    await kill(context, folder);
  }
  rmSync(folder, { recursive: true, force: true });
});

async function open(folder: string, store: Store) {
  const context = await chromium.launchPersistentContext(folder, {
    ...test.info().project.use.launchOptions,
    headless: true,
  });
  await context.addCookies([await store.sessionCookie(store.token)]);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(store.webUrl);
  await expect(page.getByRole('button', { name: 'Keyboard' })).toBeVisible();
  return { context, page };
}

async function type(page: Page, id: number, name: string) {
  await page.getByRole('textbox', { name: 'Id' }).fill(String(id));
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
}

/** Kills the main process of the browser by SIGKILL, as in a crash; its other processes then end. */
async function kill(context: BrowserContext, folder: string) {
  const closed = context.waitForEvent('close');
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = commandOf(pid);
    if (words.includes(`--user-data-dir=${folder}`) && !words.some((word) => word.startsWith('--type=')))
      process.kill(Number(pid), 'SIGKILL');
  }
  await closed;
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

async function stored(store: Store): Promise<Typed[]> {
  const all = JSON.parse(await store.list()) as Typed[];
  return all.map(({ id, name }) => ({ id, name })).reverse();
}
