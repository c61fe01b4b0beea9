import type { Page } from '@playwright/test';
import { expect, newId, signIn, test } from '../fixtures.ts';

// Who types does not wait for the store, and no key is lost.

const createCalls = (url: URL) => url.pathname.includes('plants.create');

type Typed = { id: string; name: string };

/** Types plants at the speed of a keyboard or a scanner, and waits for nothing. */
async function typeWithoutPause(page: Page, plants: readonly Typed[], msPerKey: number) {
  await page.getByRole('textbox', { name: 'Id' }).focus();
  for (const { id, name } of plants) {
    await page.keyboard.type(id, { delay: msPerKey });
    await page.keyboard.press('Tab', { delay: msPerKey });
    await page.keyboard.type(name, { delay: msPerKey });
    await page.keyboard.press('Enter', { delay: msPerKey });
  }
}

const twelve = (): Typed[] =>
  Array.from({ length: 12 }, () => {
    const id = newId();
    return { id, name: `Plant ${id}` };
  });

/** The plants of the store as they were typed, the oldest first. */
async function stored(store: { list(): Promise<string> }): Promise<Typed[]> {
  const plants = JSON.parse(await store.list()) as { id: number; name: string }[];
  return plants.map(({ id, name }) => ({ id: String(id), name })).reverse();
}

for (const [heldMs, msPerKey] of [
  [0, 8],
  [150, 60],
  [300, 20],
  [1_500, 8],
] as const)
  test(`12 plants typed at ${msPerKey} ms a key are stored when answers take ${heldMs} ms`, async ({
    page,
    ownStore,
  }) => {
    await signIn(page, ownStore);
    await page.route(createCalls, async (route) => {
      const answer = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, heldMs));
      await route.fulfill({ response: answer });
    });
    const plants = twelve();
    await typeWithoutPause(page, plants, msPerKey);
    await expect.poll(() => stored(ownStore)).toEqual(plants);
    await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue('');
  });
