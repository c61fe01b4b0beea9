import type { Page } from '@playwright/test';
import { expect, newId, row, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

/** Adds a plant and opens its page for editing. */
async function openToEdit(page: Page, store: Store, name: string): Promise<string> {
  const id = newId();
  await store.add({ id: Number(id), name, tag: 'herb' });
  await page.goto(`${store.webUrl}/plants/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(nameField(page)).toBeFocused();
  return id;
}

/** From the next page on, it learns of changes only by its own requests. */
const hideEvents = (page: Page) => page.route('**/api/trpc/events.list**', () => undefined);

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const tagField = (page: Page) => page.getByRole('textbox', { name: 'Tag' });
const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem');

test('a plant is edited in place; the history shows it, and Undo reverses it', async ({ home, store }) => {
  const id = await openToEdit(home, store, 'Salvia');
  await nameField(home).fill('Salvia officinalis');
  await tagField(home).fill('');
  await nameField(home).press('Enter');
  await expect(home.getByRole('heading', { level: 1 })).toHaveText('Salvia officinalis');
  await expect(home.getByRole('button', { name: 'Edit' })).toBeFocused();
  expect(await store.plant(id)).toBe(`{"id":${id},"name":"Salvia officinalis"}`);
  await expect(history(home)).toHaveCount(2);
  await expect(history(home).first()).toContainText('Changed by first-token');
  await expect(history(home).first()).toContainText('Name: Salvia → became Salvia officinalis');
  await expect(history(home).first()).toContainText('Tag: herb → became none');
  await home.getByRole('button', { name: 'Undo' }).click();
  await expect(home.getByRole('heading', { level: 1 })).toHaveText('Salvia');
  expect(await store.plant(id)).toBe(`{"id":${id},"name":"Salvia","tag":"herb"}`);
});

test('text typed while an edit is being saved stays in the form', async ({ home, store }) => {
  const id = await openToEdit(home, store, 'First');
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await home.route('**/api/trpc/plants.update**', async (route) => {
    await isHeld;
    await route.continue();
  });
  await nameField(home).fill('Second');
  await nameField(home).press('Enter');
  await expect(home.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await nameField(home).pressSequentially(' third');
  release();
  await expect(home.getByText('Saved Second.').first()).toBeVisible();
  await expect(nameField(home)).toHaveValue('Second third');
  await nameField(home).press('Enter');
  await expect(home.getByRole('heading', { level: 1 })).toHaveText('Second third');
  expect(await store.plant(id)).toContain('Second third');
});

test('a wrong value shows an error at its field, and nothing is sent', async ({ home, store }) => {
  const id = await openToEdit(home, store, 'Nameless');
  await nameField(home).fill(' ');
  await nameField(home).press('Enter');
  await expect(home.getByRole('alert').filter({ hasText: 'Name is empty' })).toBeVisible();
  expect(await store.plant(id)).toContain('Nameless');
});

test('an edit survives a visit to another page', async ({ home, store }) => {
  const id = await openToEdit(home, store, 'Interrupted');
  await nameField(home).fill('Half writ');
  await home.getByRole('link', { name: 'All plants' }).click();
  await row(home, id).getByRole('link').click();
  await expect(nameField(home)).toHaveValue('Half writ');
  await home.getByRole('button', { name: 'Cancel' }).click();
  await expect(home.getByRole('heading', { level: 1 })).toHaveText('Interrupted');
});

test.describe('while the page is open', () => {
  test.use({ expectedComplaints: [/404 \(/] });

  const news = (page: Page, text: string) => page.getByRole('status').getByText(text);

  test('the change of another person appears, with a word about it, and then the deletion', async ({
    home,
    store,
  }) => {
    const id = await openToEdit(home, store, 'Rosa');
    await home.getByRole('button', { name: 'Cancel' }).click();
    await store.change(id, { name: 'Rosa canina' });
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Rosa canina');
    const word = news(home, 'first-token changed this plant while it was open here.');
    await expect(word).toBeVisible();
    await expect(history(home)).toHaveCount(2);
    await home.getByRole('button', { name: 'Edit' }).click();
    await nameField(home).fill('Rosa mine');
    await nameField(home).press('Enter');
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Rosa mine');
    await expect(word).toHaveCount(0);
    await store.remove(id);
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Rosa mine was deleted');
  });

  test('an edit without text follows the change of another person; typed text stays', async ({
    home,
    store,
  }) => {
    const id = await openToEdit(home, store, 'Abies');
    await store.change(id, { name: 'Abies alba' });
    await expect(nameField(home)).toHaveValue('Abies alba');
    await expect(news(home, 'while it was open here')).toBeVisible();
    await tagField(home).fill('tree');
    await store.change(id, { name: 'Abies nordmanniana' });
    await expect(news(home, 'first-token changed this plant while you were editing.')).toBeVisible();
    await expect(tagField(home)).toHaveValue('tree');
    await expect(nameField(home)).toHaveValue('Abies alba');
    await store.remove(id);
    await expect(news(home, 'first-token deleted this plant while you were editing.')).toBeVisible();
    await expect(tagField(home)).toHaveValue('tree');
    await nameField(home).press('Enter');
    await home.getByRole('button', { name: 'Restore it and save mine' }).click();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Abies alba');
    expect(await store.plant(id)).toBe(`{"id":${id},"name":"Abies alba","tag":"tree"}`);
  });

  test('the form says what others did while the tab was hidden', async ({ home, store }) => {
    const id = await openToEdit(home, store, 'Taxus');
    await tagField(home).fill('tree');
    const hide = (isHidden: boolean) =>
      home.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      );
    await hide(true);
    await store.change(id, { name: 'Taxus baccata' });
    await hide(false);
    await expect(news(home, 'first-token changed this plant while you were editing.')).toBeVisible();
    await hide(true);
    await store.remove(id);
    await hide(false);
    await expect(news(home, 'first-token deleted this plant while you were editing.')).toBeVisible();
  });

  test('the page of a deleted plant shows the plant once another person restores it', async ({
    home,
    store,
  }) => {
    const id = newId();
    await store.add({ id: Number(id), name: 'Lazarus' });
    await store.remove(id);
    await home.goto(`${store.webUrl}/plants/${id}`);
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Lazarus was deleted');
    await store.restore(id);
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Lazarus');
    await store.remove(id);
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Lazarus was deleted');
  });
});

test.describe('if another person saved first', () => {
  test.use({ expectedComplaints: [/412 \(|404 \(/] });

  test('the page shows both versions, keeps the typed text, and offers a choice for each field', async ({
    home,
    store,
  }) => {
    const id = await openToEdit(home, store, 'Ficus');
    await nameField(home).fill('Ficus lyrata');
    await store.change(id, { name: 'Ficus elastica', tag: 'tree' });
    await nameField(home).press('Enter');
    const title = home.getByRole('heading', { name: 'first-token saved this plant first' });
    await expect(title).toBeFocused();
    const nameChoice = home.getByRole('radiogroup', { name: 'Name' });
    await expect(nameChoice).toContainText('Before Ficus');
    await expect(nameChoice.getByRole('radio', { name: 'Mine Ficus lyrata' })).toBeChecked();
    await expect(nameChoice.getByRole('radio', { name: 'Theirs Ficus elastica' })).not.toBeChecked();
    const tagChoice = home.getByRole('radiogroup', { name: 'Tag' });
    await expect(tagChoice.getByRole('radio', { name: 'Theirs tree' })).toBeChecked();
    expect(await store.plant(id)).toContain('Ficus elastica');
    // If the person leaves without choosing a version, the typed text stays and does not overwrite the other version.
    await home.getByRole('link', { name: 'All plants' }).click();
    await row(home, id).getByRole('link').click();
    await expect(nameField(home)).toHaveValue('Ficus lyrata');
    await nameField(home).press('Enter');
    await expect(title).toBeFocused();
    await home.getByRole('button', { name: 'Save what I chose' }).click();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Ficus lyrata');
    expect(await store.plant(id)).toBe(`{"id":${id},"name":"Ficus lyrata","tag":"tree"}`);
    await home.getByRole('button', { name: 'Edit' }).click();
    await expect(tagField(home)).toHaveValue('tree');
  });

  test('after the other version is kept, the next edit begins with that version', async ({ home, store }) => {
    const id = await openToEdit(home, store, 'Aloe');
    await nameField(home).fill('Aloe mine');
    await store.change(id, { name: 'Aloe theirs', tag: 'tree' });
    await nameField(home).press('Enter');
    await home.getByRole('button', { name: 'Keep theirs' }).click();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Aloe theirs');
    await home.getByRole('button', { name: 'Edit' }).click();
    await expect(nameField(home)).toHaveValue('Aloe theirs');
    await tagField(home).fill('shade');
    await tagField(home).press('Enter');
    await expect(home.getByRole('button', { name: 'Edit' })).toBeFocused();
    expect(await store.plant(id)).toBe(`{"id":${id},"name":"Aloe theirs","tag":"shade"}`);
  });

  test('after a second save by the other person, the choice shows the newest version', async ({
    home,
    store,
  }) => {
    const id = await openToEdit(home, store, 'Hoya');
    await nameField(home).fill('Hoya mine');
    await store.change(id, { name: 'Hoya one' });
    await nameField(home).press('Enter');
    await expect(home.getByRole('radio', { name: 'Theirs Hoya one' })).toBeVisible();
    await store.change(id, { name: 'Hoya two' });
    await home.getByRole('button', { name: 'Save what I chose' }).click();
    await home.getByRole('radio', { name: 'Theirs Hoya two' }).click();
    await home.getByRole('button', { name: 'Save what I chose' }).click();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Hoya two');
    expect(await store.plant(id)).toContain('Hoya two');
  });

  test('the page names the person who deleted the plant, and Restore keeps the typed text', async ({
    home,
    store,
  }) => {
    const id = await openToEdit(home, store, 'Doomed');
    await nameField(home).fill('Saved');
    await store.remove(id);
    await nameField(home).press('Enter');
    await expect(home.getByRole('heading', { name: 'first-token deleted this plant' })).toBeFocused();
    await home.getByRole('button', { name: 'Restore it and save mine' }).click();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Saved');
    expect(await store.plant(id)).toBe(`{"id":${id},"name":"Saved","tag":"herb"}`);
  });

  test('a plant that has changed since its page was opened is not deleted', async ({ home, store }) => {
    await hideEvents(home);
    const id = await openToEdit(home, store, 'Moving');
    await home.getByRole('button', { name: 'Cancel' }).click();
    await store.change(id, { name: 'Moved' });
    await home.getByRole('button', { name: 'Delete' }).click();
    await expect(home.getByText('Not deleted: someone changed Moving').first()).toBeVisible();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Moved');
    expect(await store.plant(id)).toContain('Moved');
  });
});

test.describe('without a network', () => {
  test.use({
    expectedComplaints: [/404 \(|412 \(|ERR_INTERNET_DISCONNECTED|ERR_FAILED|when fetching the script/],
  });
  test.beforeEach(({ home }) => hideEvents(home));

  test('an edit stays in the page and can be saved later', async ({ home, store, context }) => {
    const id = await openToEdit(home, store, 'Cellar');
    await nameField(home).fill('Cellar door');
    await context.setOffline(true);
    await nameField(home).press('Enter');
    await expect(home.getByRole('alert').filter({ hasText: 'Your text is kept' })).toBeVisible();
    await expect(nameField(home)).toHaveValue('Cellar door');
    await context.setOffline(false);
    await nameField(home).press('Enter');
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Cellar door');
    expect(await store.plant(id)).toContain('Cellar door');
  });

  test('saving again after a lost answer finds the saved version', async ({ home, store }) => {
    const id = await openToEdit(home, store, 'Echo');
    await nameField(home).fill('Echo echo');
    await home.route('**/api/trpc/plants.update**', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await nameField(home).press('Enter');
    await expect(home.getByRole('alert').filter({ hasText: "We couldn't confirm the change" })).toBeVisible();
    await home.unroute('**/api/trpc/plants.update**');
    await home.route('**/api/trpc/plants.history**', (route) => route.abort());
    await nameField(home).press('Enter');
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Echo echo');
    expect(await store.plant(id)).toContain('Echo echo');
    await expect(home.getByText('The history could not be loaded.')).toBeVisible();
    await home.unroute('**/api/trpc/plants.history**');
    await home.getByRole('button', { name: 'Try again' }).click();
    await expect(history(home)).toHaveCount(2);
  });

  test('after a lost answer to Delete or Restore, the page shows the plant as the store has it', async ({
    home,
    store,
  }) => {
    const id = newId();
    await store.add({ id: Number(id), name: 'Lost' });
    await home.goto(`${store.webUrl}/plants/${id}`);
    for (const procedure of ['plants.remove', 'trash.restore'])
      await home.route(`**/api/trpc/${procedure}**`, async (route) => {
        await route.fetch();
        await route.abort();
      });
    await home.getByRole('button', { name: 'Delete' }).click();
    await expect(home.getByText("We couldn't confirm the change").first()).toBeVisible();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Lost was deleted');
    await home.getByRole('button', { name: 'Restore it' }).click();
    // Screen readers get an alert; the visible toast is hidden from them.
    const again = home.getByRole('button', { name: 'Try again', includeHidden: true });
    await expect(again).toHaveCount(2);
    expect(await store.plant(id)).toContain('Lost');
    await home.unrouteAll();
    await again.first().click();
    await expect(home.getByText('Lost is back').first()).toBeVisible();
  });
});

test.describe('deleting a plant', () => {
  test('opens the list without the plant, and Undo restores the plant at its place', async ({
    home,
    store,
  }) => {
    const [last, middle, first] = [newId(), newId(), newId()];
    for (const [id, name] of [last, middle, first].map((id) => [id, `Regretted ${id}`] as const))
      await store.add({ id: Number(id), name });
    await home.reload();
    for (const id of [first, middle]) {
      await row(home, id).getByRole('link').click();
      await home.getByRole('button', { name: 'Delete' }).click();
      await expect(row(home, last)).toBeVisible();
      await expect(row(home, id)).toHaveCount(0);
    }
    expect(await store.plant(middle)).toContain('40400');
    const deleted = (id: string) => home.getByRole('dialog').filter({ hasText: `Deleted Regretted ${id}` });
    for (const id of [first, middle]) {
      await deleted(id).getByRole('button', { name: 'Undo' }).click();
      await expect(row(home, id)).toBeVisible();
      await expect(deleted(id)).toHaveCount(0);
      if (id === first) await expect(row(home, middle)).toHaveCount(0);
    }
    await expect(home.getByRole('row').filter({ hasText: 'Regretted' })).toContainText([first, middle, last]);
    expect(await store.plant(middle)).toContain('Regretted');
  });

  test('leads from the page without another question about the plant', async ({ home, store }) => {
    const id = newId();
    await store.add({ id: Number(id), name: 'Leaving' });
    await home.goto(`${store.webUrl}/plants/${id}`);
    const asked: string[] = [];
    home.on(
      'request',
      (request) => void (request.url().includes('/plants.get?') && asked.push(request.url())),
    );
    await home.route('**/api/trpc/plants.remove**', async (route) => {
      const feedTold = home.waitForResponse('**/api/trpc/plants.history**');
      const response = await route.fetch();
      await feedTold;
      await route.fulfill({ response });
    });
    await home.getByRole('button', { name: 'Delete' }).click();
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Plants');
    await expect(home.getByText('Deleted Leaving').first()).toBeVisible();
    expect(asked).toEqual([]);
  });

  test.describe('by another person', () => {
    test.use({ expectedComplaints: [/404 \(/] });

    test('the page of a deleted plant names the person who deleted it, and can restore it', async ({
      home,
      store,
    }) => {
      const id = newId();
      await store.add({ id: Number(id), name: 'Departed' });
      await store.remove(id);
      await home.goto(`${store.webUrl}/plants/${id}`);
      await expect(home.getByRole('heading', { level: 1 })).toHaveText('Departed was deleted');
      await expect(home.getByText('first-token deleted it')).toBeVisible();
      await home.getByRole('button', { name: 'Restore it' }).click();
      await expect(home.getByRole('heading', { level: 1 })).toHaveText('Departed');
      await expect(history(home).first()).toContainText('Restored by first-token');
      expect(await store.plant(id)).toContain('Departed');
    });
  });

  test('a user without plants:delete sees no Delete, and a read-only user cannot edit', async ({
    page,
    store,
  }) => {
    const id = newId();
    await store.add({ id: Number(id), name: 'Protected' });
    const { token } = await store.makeToken('looker', ['plants:read']);
    await page.goto(`${store.webUrl}/plants/${id}`);
    await page.getByRole('textbox', { name: 'Access token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Protected');
    await expect(page.getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0);
    await page.keyboard.press('e');
    await expect(nameField(page)).toHaveCount(0);
  });
});
