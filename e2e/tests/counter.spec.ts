import type { Page } from '@playwright/test';
import {
  addPlant,
  expect,
  keptRecords,
  newId,
  pressAtOnce,
  row,
  savedRow,
  signIn,
  test,
} from '../fixtures.ts';

// Adding plants never waits for the store, and loses no key press.

test.use({ serviceWorkers: 'allow' });

const createCalls = (url: URL) => url.pathname.includes('plants.create');

type Typed = { id: string; name: string };

/** Types plants without pauses, at the speed of a keyboard or a scanner. */
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

/** The plants of the store as typed, oldest first. */
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
  test(`12 plants typed at ${msPerKey} ms a key are stored despite answers after ${heldMs} ms`, async ({
    page,
    store,
  }) => {
    await signIn(page, store);
    await page.route(createCalls, async (route) => {
      const answer = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, heldMs));
      await route.fulfill({ response: answer });
    });
    const plants = twelve();
    await typeWithoutPause(page, plants, msPerKey);
    await expect.poll(() => stored(store)).toEqual(plants);
    await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue('');
    await page.unrouteAll({ behavior: 'wait' });
  });

test('an unfinished plant, and a kept tag, survive a reload and a visit to another page', async ({
  home,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  await id.pressSequentially('77001');
  await home.getByRole('textbox', { name: 'Name' }).pressSequentially('Half a na');
  await home.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(home).toHaveURL(/\/trash$/);
  await home.getByRole('link', { name: 'Plants', exact: true }).click();
  await expect(id).toHaveValue('77001');
  await home.reload();
  await expect(id).toHaveValue('77001');
  await expect(home.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a na');
  // So does a kept tag, also where nothing else is typed.
  await home.getByRole('textbox', { name: 'Tag' }).fill('rose');
  await home.getByRole('checkbox', { name: 'Keep it for the next plant' }).check();
  await home.getByRole('button', { name: 'Add plant' }).click();
  await expect(savedRow(home, '77001')).toBeVisible();
  await home.getByRole('link', { name: 'Statistics', exact: true }).click();
  await expect(home).toHaveURL(/\/statistics$/);
  await home.getByRole('link', { name: 'Plants', exact: true }).click();
  await expect(home.getByRole('textbox', { name: 'Tag' })).toHaveValue('rose');
  await expect(home.getByRole('checkbox', { name: 'Keep it for the next plant' })).toBeChecked();
});

test('an unfinished plant survives a visit to another page while the browser reads the draft', async ({
  home,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  await id.pressSequentially('77002');
  await expect.poll(() => keptRecords(home, 'drafts')).toContain('77002');
  await home.addInitScript(() => {
    const { request } = LockManager.prototype;
    const held = Promise.withResolvers<void>();
    Object.assign(window, { goOn: held.resolve });
    LockManager.prototype.request = async function (this: LockManager, ...args: unknown[]) {
      await held.promise;
      return Reflect.apply(request, this, args);
    } as typeof request;
  });
  await home.reload();
  await home.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(home).toHaveURL(/\/trash$/);
  await home.evaluate(() => (window as unknown as { goOn: () => void }).goOn());
  await home.getByRole('link', { name: 'Plants', exact: true }).click();
  await expect(id).toHaveValue('77002');
});

test('a stored draft does not replace text that was typed before the draft is read', async ({
  home,
  store,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  await id.pressSequentially('77002');
  // Delays the database: this lock blocks opening it until the next plant has been typed.
  await home.addInitScript(() => {
    const { locks } = navigator;
    const request = locks.request.bind(locks);
    const held = new Promise((resolve) => addEventListener('let-go', resolve, { once: true }));
    const late = (...args: Parameters<typeof request>) => held.then(() => request(...args));
    Reflect.set(locks, 'request', late);
  });
  await home.reload();
  const plant = newId();
  await addPlant(home, { id: plant, name: 'Typed at once' });
  await home.evaluate(() => dispatchEvent(new Event('let-go')));
  await expect.poll(() => store.plant(plant)).toContain('Typed at once');
  await expect(id).toHaveValue('');
});

test.describe('without an answer', () => {
  test.use({ expectedComplaints: [/Failed to load resource|ERR_|when fetching the script/] });

  test('plants typed offline survive a reload and go in one bulk request that Undo reverses', async ({
    page,
    store,
  }) => {
    await signIn(page, store);
    const bulkCalls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('plants.create')) bulkCalls.push(new URL(request.url()).pathname);
    });
    await page.context().setOffline(true);
    const plants = twelve();
    await typeWithoutPause(page, plants, 5);
    const notice = page.getByRole('status').filter({ hasText: "when you're back online" });
    await expect(notice).toContainText('12 plants are waiting');
    await page.context().setOffline(false);
    await expect.poll(() => stored(store)).toEqual(plants);
    await expect(page.getByRole('status').filter({ hasText: 'Added 12 plants' })).toBeVisible();
    // The store can answer this test before the browser reports the request. After the message, the report is here.
    expect(bulkCalls).toEqual(['/api/trpc/plants.createMany']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored(store)).toEqual([]);
  });

  test('waiting plants survive a restart of the store and a reload, and are stored once', async ({
    page,
    startedStore: store,
  }) => {
    await signIn(page, store);
    // The store saves the first plant, and its answer is lost.
    await page.route(createCalls, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const plants = twelve();
    await typeWithoutPause(page, plants.slice(0, 6), 5);
    await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
    await store.killApi();
    await typeWithoutPause(page, plants.slice(6), 5);
    await expect(page.getByRole('status').filter({ hasText: '12 plants are waiting' })).toBeVisible();
    await page.unroute(createCalls);
    await store.startApi();
    await page.reload();
    await expect.poll(() => stored(store)).toEqual(plants);
    await expect(page.getByText('Waiting')).toHaveCount(0);
  });

  test('plants typed in one of two tabs are sent once', async ({ page, store }) => {
    await signIn(page, store);
    const other = await page.context().newPage();
    await other.goto(store.webUrl);
    await page.context().setOffline(true);
    const plants = twelve();
    await typeWithoutPause(page, plants, 5);
    await expect(page.getByRole('status').filter({ hasText: '12 plants are waiting' })).toBeVisible();
    await expect(other.getByText('Waiting', { exact: true })).toHaveCount(12);
    await page.context().setOffline(false);
    await expect.poll(() => stored(store)).toEqual(plants);
    await expect(other.getByText('Waiting')).toHaveCount(0);
    await expect(page.getByText('Waiting')).toHaveCount(0);
  });

  test('plants of one person are not shown to another person, nor sent in their session', async ({
    page,
    store,
  }) => {
    await signIn(page, store);
    const { token } = await store.makeToken('somebody else', ['plants:read', 'plants:write']);
    await page.context().setOffline(true);
    await addPlant(page, { id: '7', name: 'Monstera' });
    await expect(page.getByRole('status').filter({ hasText: '1 plant is waiting' })).toBeVisible();
    // Another tab of the browser signs in as another person, before this page is online again.
    await page.context().addCookies([await store.sessionCookie(token)]);
    await page.context().setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: 'signed in as someone else' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Id' }).pressSequentially('99');
    await expect.poll(() => keptRecords(page, 'drafts')).toContain('"99"');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue('');
    await addPlant(page, { id: '8', name: 'Of somebody else' });
    await expect(row(page, '8')).toBeVisible();
    await expect(row(page, '7')).toHaveCount(0);
    await expect.poll(() => stored(store)).toEqual([{ id: '8', name: 'Of somebody else' }]);
    await signIn(page, store);
    await expect.poll(() => store.plant('7')).toContain('Monstera');
    await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue('99');
  });

  test('after a person signs out, their queue sends nothing in the session of the next person', async ({
    page,
    store,
  }) => {
    const { token } = await store.makeToken('somebody else', ['plants:read', 'plants:write']);
    await signIn(page, store);
    const first = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route(
      createCalls,
      async (route) => {
        const answer = await route.fetch();
        first.resolve();
        await held.promise;
        await route.fulfill({ response: answer });
      },
      { times: 1 },
    );
    await addPlant(page, { id: '7', name: 'On its way' });
    await first.promise;
    await addPlant(page, { id: '8', name: 'Not sent yet' });
    await expect(row(page, '8')).toContainText('Waiting');
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'Access token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('textbox', { name: 'Id' })).toBeVisible();
    held.resolve();
    // Only one queue sends at a time, so this plant is stored after all plants of the first queue.
    await addPlant(page, { id: '9', name: 'Of somebody else' });
    await expect.poll(() => store.plant('9')).toContain('Of somebody else');
    expect((await stored(store)).map(({ id }) => id)).toEqual(['7', '9']);
    await signIn(page, store);
    await expect.poll(() => store.plant('8')).toContain('Not sent yet');
  });
});

test('a new plant that the search hides is reported, with a button that shows it', async ({
  home,
  store,
}) => {
  await store.add({ id: BigInt(newId()), name: 'Quercus robur' });
  await home.reload();
  await home.getByRole('searchbox').fill('Quercus');
  await expect(home).toHaveURL(/q=Quercus/);
  const id = newId();
  await addPlant(home, { id, name: 'Fagus sylvatica' });
  await expect(home.getByText("This list doesn't show it yet.")).toBeVisible();
  await home.getByRole('button', { name: 'Show it' }).click();
  await expect(row(home, id)).toContainText('Fagus sylvatica');
  await expect(home.getByText("This list doesn't show it yet.")).toHaveCount(0);
});

test.describe('a refused plant', () => {
  test.use({ expectedComplaints: [/400 \(Bad Request\)/] });

  test('signing out with unsaved plants asks first, and they wait for their owner', async ({
    page,
    store,
  }) => {
    await store.add({ id: 1, name: 'Holder' });
    await signIn(page, store);
    await addPlant(page, { id: '1', name: 'Latecomer' });
    await expect(row(page, '1').filter({ hasText: 'Latecomer' })).toContainText('already used');
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('alertdialog', { name: "1 plant isn't saved yet" });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await page.goto(`${store.webUrl}/account`);
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await expect(dialog).toBeVisible();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^waiting-plants-.*\.csv$/);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('plant-store-owner'))).toBeNull();
    await signIn(page, store);
    await expect(row(page, '1').filter({ hasText: 'Latecomer' })).toContainText('already used');
  });
});

test.describe('a browser that keeps nothing', () => {
  test.use({ expectedComplaints: [/Failed to load resource|ERR_|when fetching the script/] });

  test('asks before a person closes any page of the store while plants wait', async ({ page, store }) => {
    // Plain HTTP has no locks.
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
    await page.route(createCalls, (route) => route.abort());
    await signIn(page, store);
    await addPlant(page, { id: newId(), name: 'Waits' });
    await expect(page.getByText('Keep this page open until everything is saved.')).toBeVisible();
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await expect(page).toHaveURL(/\/trash$/);
    const asked = page.waitForEvent('dialog', { timeout: 60_000 });
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
  });
});

test('a scan moves the focus to Name without an error, for any characters that scanners add', async ({
  home,
  store,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  const name = home.getByRole('textbox', { name: 'Name' });
  // Without the page's own handling, Chromium would open its downloads or add a bookmark.
  const ofBrowser: string[] = [];
  await home.exposeFunction('noteKey', (key: string) => ofBrowser.push(key));
  await home.evaluate(() =>
    addEventListener('keydown', (event) => {
      if (event.ctrlKey && event.key !== 'Control' && !event.defaultPrevented)
        Reflect.get(window, 'noteKey')(event.key);
    }),
  );
  for (const [prefix, ...ends] of [
    ['', 'Enter'],
    ['', 'Enter', 'Enter'],
    ['', 'Control+m', 'Control+j'],
    [']C1', 'Enter'],
    [']Q3 ', 'Tab'],
    ['', 'Control+j'],
    ['', 'Control+d'],
    ['\u200e', 'Enter'],
  ] as const) {
    const number = newId();
    await id.focus();
    await home.keyboard.type(`${prefix}${number}`);
    for (const end of ends) await home.keyboard.press(end);
    await expect(name).toBeFocused();
    await expect(home.locator('[aria-invalid="true"]')).toHaveCount(0);
    await home.keyboard.type(`Scanned ${number}`);
    await home.keyboard.press('Enter');
    await expect(id).toBeFocused();
    await expect.poll(() => store.plant(number)).toContain(`Scanned ${number}`);
  }
  await home.keyboard.press('Control+j');
  expect(ofBrowser).toEqual([]);
});

test('a second scan of the last id shows an error, and selects the id for the next scan', async ({
  home,
  store,
}) => {
  const number = newId();
  await addPlant(home, { id: number, name: 'Scanned once' });
  await expect.poll(() => store.plant(number)).toContain('Scanned once');
  const id = home.getByRole('textbox', { name: 'Id' });
  await home.keyboard.type(number);
  await home.keyboard.press('Enter');
  await expect(id).toHaveAccessibleDescription(/was just added as Scanned once/);
  await expect(id).toBeFocused();
  const next = newId();
  await home.keyboard.type(next);
  await home.keyboard.press('Enter');
  await expect(home.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(id).toHaveValue(next);
});

test('a scan with no field in focus goes into Id and is announced, and opens nothing', async ({
  home,
  store,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  const name = home.getByRole('textbox', { name: 'Name' });
  const number = newId();
  await id.blur();
  await pressAtOnce(home, [...number, 'Enter', 'Tab']);
  await expect(id).toHaveValue(number);
  await expect(name).toBeFocused();
  await expect(home.getByRole('status').filter({ hasText: `Scanned ${number}.` })).toBeVisible();
  await name.fill('Scanned without a field');
  await name.press('Enter');
  await expect.poll(() => store.plant(number)).toContain('Scanned without a field');
  // The keys / and n are shortcuts, and Enter would press the button.
  await home.getByRole('button', { name: 'Add plant' }).focus();
  await pressAtOnce(home, [...'/n7', 'Enter']);
  await expect(id).toHaveValue('/n7');
  await expect(id).toBeFocused();
  await expect(id).toHaveAccessibleDescription(/whole number/);
  await home.getByRole('button', { name: 'Add plant' }).focus();
  await pressAtOnce(home, [...`${store.webUrl}/plants/41`, 'Enter']);
  await expect(id).toHaveValue('41');
  await expect(home.getByRole('status').filter({ hasText: 'Scanned 41, in place of /n7.' })).toBeVisible();
});

test('a scan into a filled Id or into Name adds nothing, and replaces the id or leaves the name', async ({
  home,
  store,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  const name = home.getByRole('textbox', { name: 'Name' });
  const said = (text: string) => expect(home.getByRole('status').filter({ hasText: text })).toBeVisible();
  const scan = (text: string, ...ends: string[]) => pressAtOnce(home, [...text, ...ends]);
  const [first, second, third] = [newId(), newId(), newId()];
  const before = await store.list();
  await id.focus();
  await scan(first, 'Enter');
  await expect(name).toBeFocused();
  await scan(second, 'Enter', 'Enter');
  await said(`Scanned ${second}, in place of ${first}. Nothing was added.`);
  await expect(id).toHaveValue(second);
  await expect(name).toHaveValue('');
  await id.click();
  await scan(`]C1${third}`, 'Tab');
  await said(`Scanned ${third}, in place of ${second}.`);
  await expect(id).toHaveValue(third);
  await expect(name).toBeFocused();
  await scan(`${store.webUrl}/plants/${first}`, 'Control+m', 'Control+j');
  await said(`Scanned ${first}, in place of ${third}. Nothing was added.`);
  await name.fill('Fern');
  await scan(second, 'Enter');
  await said(`${second} looks like a scanned id`);
  await expect(name).toHaveValue('Fern');
  await expect(id).toHaveValue(first);
  expect(await store.list()).toBe(before);
  // A person's name may end with a number; a busy page may get its end late.
  await name.fill('Fern ');
  await scan('12', 'Enter');
  await expect.poll(() => store.plant(first)).toContain('Fern 12');
  await id.fill(second);
  await name.fill('Fern');
  await scan(' 13', 'Enter');
  await expect.poll(() => store.plant(second)).toContain('Fern 13');
});

test('the end of an id that arrives late replaces no digit of the same id', async ({ home }) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  await id.focus();
  // A filled text stands for keys that came long before the others.
  await id.fill('1');
  await pressAtOnce(home, [...'006', 'Tab']);
  await expect(id).toHaveValue('1006');
});

test('Enter after a scan in Name takes the scan as the name', async ({ home, store }) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  const name = home.getByRole('textbox', { name: 'Name' });
  const number = newId();
  await id.fill(number);
  await name.focus();
  await pressAtOnce(home, [...'5004', 'Enter']);
  await expect(id).toHaveValue('5004');
  // The page ignores an Enter that a scanner may still have sent.
  await expect(async () => {
    await name.press('Enter');
    await expect(id).toHaveValue('', { timeout: 500 });
  }).toPass();
  await expect.poll(() => store.plant(number)).toContain('"5004"');
});

test('a scan on a list of choices or a button of the sheet of a phone goes into Id', async ({
  home,
  store,
}) => {
  await store.add({ id: 1, name: 'Aloe' });
  await home.reload();
  const id = home.getByRole('textbox', { name: 'Id' });
  const name = home.getByRole('textbox', { name: 'Name' });
  await home.getByRole('button', { name: 'Add plant' }).click();
  await expect(id).toHaveAccessibleDescription(/Id is empty/);
  await home.getByRole('combobox', { name: 'Order' }).focus();
  const first = newId();
  await pressAtOnce(home, [...first, 'Tab']);
  await expect(id).toHaveValue(first);
  await expect(name).toBeFocused();
  // The problem of the field before the scan is gone.
  await expect(id).not.toHaveAttribute('aria-invalid', 'true');
  await home.setViewportSize({ width: 390, height: 800 });
  await home.getByRole('button', { name: 'New plant' }).click();
  const sheet = home.getByRole('dialog', { name: 'Add a plant' });
  for (const focused of [sheet.getByRole('button', { name: 'Close' }), sheet.getByRole('checkbox')]) {
    await focused.focus();
    const next = newId();
    await pressAtOnce(home, [...next, 'Enter']);
    await expect(id).toHaveValue(next);
    await expect(name).toBeFocused();
  }
});

test('a scanner that sends Enter and Tab, in either order, ends in Name', async ({ home }) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  await id.fill(newId());
  expect(await pressAtOnce(home, ['Enter', 'Tab'])).toEqual([false, false]);
  await expect(home.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await id.focus();
  expect(await pressAtOnce(home, ['Tab', 'Enter'])).toEqual([true, false]);
});

test('an id in another notation becomes digits in its field, or is offered if it is unclear', async ({
  home,
  store,
}) => {
  const id = home.getByRole('textbox', { name: 'Id' });
  for (const [text, shown] of [
    ['\u200e１２３４', '1234'],
    ['#1234', '1234'],
    ['1,234', '1234'],
    [`${store.webUrl}/plants/1234`, '1234'],
    ['A-\u200b17', 'A-\u200b17'],
  ] as const) {
    await id.fill(text);
    await id.blur();
    await expect(id).toHaveValue(shown);
  }
  await expect(id).toHaveAccessibleDescription(/whole number.*U\+200B/);
  // A clear id is no error, whose button would take the focus and then vanish.
  await id.fill('1,234');
  await id.press('Tab');
  await expect(home.getByRole('textbox', { name: 'Name' })).toBeFocused();
  for (const text of ['1.234', 'https://elsewhere.example/plants/1234']) {
    await id.fill(text);
    await id.press('Enter');
    await expect(id).toHaveValue(text);
    await home.getByRole('button', { name: 'Use 1234' }).click();
    await expect(id).toHaveValue('1234');
    await expect(home.getByRole('textbox', { name: 'Name' })).toBeFocused();
  }
});

test('the id of a plant in the store names that plant, with a link to it', async ({ home, store }) => {
  const number = newId();
  await store.add({ id: BigInt(number), name: 'Monstera deliciosa' });
  const id = home.getByRole('textbox', { name: 'Id' });
  await id.fill(number);
  await id.press('Enter');
  const known = home.getByRole('link', { name: `${number} is Monstera deliciosa: open it` });
  await expect(known).toBeVisible();
  await id.fill(newId());
  await expect(known).toHaveCount(0);
  await id.fill(number);
  await id.press('Enter');
  await known.click();
  await expect(home).toHaveURL(new RegExp(`/plants/${number}$`));
  await home.goBack();
  await expect(id).toHaveValue('');
  await home.getByRole('searchbox').fill(`${store.webUrl}/plants/${number}`);
  await expect(home.getByRole('searchbox')).toHaveValue(number);
});

test('rows of a spreadsheet fill the fields, go into the queue, or lead to Import', async ({
  home,
  store,
}) => {
  const field = (name: string) => home.getByRole('textbox', { name, exact: true });
  const paste = (text: string, into = 'Id') =>
    field(into).evaluate((input, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await store.add({ id: 3, name: 'Fern' });
  await paste('#7\tTree fern\tshade\r\n');
  await expect(field('Id')).toHaveValue('7');
  await expect(field('Name')).toHaveValue('Tree fern');
  await expect(field('Tag')).toHaveValue('shade');
  await expect(field('Id')).not.toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => keptRecords(home, 'drafts')).toContain('Tree fern');
  // A block: its rows are added in one request, those with a problem wait, and the typed plant stays.
  await paste('name\tid\r\nMoss\t8\r\nIvy\t9x\r\n\t10\r\n"Oak ""red"""\t11\r\nElm\t3\r\n', 'Name');
  const said = home.getByRole('status').filter({ hasText: 'Added 2 plants. 3 plants not added' });
  await expect(said).toBeVisible();
  await expect(home.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(field('Name')).toHaveValue('Tree fern');
  expect(await store.list()).toBe(
    '[{"id":11,"name":"Oak \\"red\\""},{"id":8,"name":"Moss"},{"id":3,"name":"Fern"}]',
  );
  await home.reload();
  await expect(field('Name')).toHaveValue('Tree fern');
  await expect(row(home, '10')).toContainText('Name is');
  await home.getByRole('button', { name: 'Correct Ivy' }).click();
  const dialog = home.getByRole('dialog', { name: 'Correct the plant' });
  await dialog.getByRole('textbox', { name: 'Id' }).fill('9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => store.plant('9')).toContain('Ivy');
  await home.getByRole('button', { name: 'Discard 10' }).click();
  await paste('Nr\tPflanze\r\n12\tMoss\r\n');
  await expect(home.getByRole('status').filter({ hasText: '2 rows were pasted' })).toBeVisible();
  await home.getByRole('link', { name: 'Import the rows' }).click();
  await expect(home.getByRole('textbox', { name: 'Or paste a block' })).toHaveValue(
    'Nr\tPflanze\n12\tMoss\n',
  );
});

test('Enter, Escape and arrows of an input method do nothing else', async ({ home, store }) => {
  await store.add({ id: 1, name: 'Aloe' });
  await home.reload();
  const id = home.getByRole('textbox', { name: 'Id' });
  const search = home.getByRole('searchbox');
  const nothingSelected = home.getByText('selected');
  await id.fill('7');
  await search.fill('zzz');
  // Safari sends the last key after the composition, with the key code 229 alone.
  for (const ofMethod of [{ isComposing: true }, { keyCode: 229 }]) {
    const key = (name: string) => ({ key: name, bubbles: true, cancelable: true, ...ofMethod });
    await id.focus();
    await id.dispatchEvent('keydown', key('Enter'));
    await expect(id).toBeFocused();
    await search.focus();
    await search.dispatchEvent('keydown', key('Escape'));
    await search.dispatchEvent('keydown', key('ArrowDown'));
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('zzz');
  }
  await expect(nothingSelected).toHaveCount(0);
  await home.getByRole('button', { name: 'Keyboard' }).click();
  const dialog = home.getByRole('dialog', { name: 'Keyboard' });
  await expect(dialog.getByRole('heading', { name: 'Keyboard' })).toBeInViewport();
  const close = dialog.getByRole('button', { name: 'Close' });
  await close.dispatchEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, keyCode: 229 });
  await expect(dialog).toBeVisible();
  await close.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a scan of a URL or of 4 kB shows an error at the field and sends nothing', async ({ home, store }) => {
  const before = await store.list();
  const id = home.getByRole('textbox', { name: 'Id' });
  for (const text of ['https://example.org/plants/7', '9'.repeat(4_096)]) {
    await id.fill(text);
    await home.getByRole('textbox', { name: 'Name' }).fill('Scanned');
    await home.getByRole('button', { name: 'Add plant' }).click();
    await expect(id).toHaveAccessibleDescription(/whole number/);
    await expect(id).toHaveValue(text);
  }
  expect(await store.list()).toBe(before);
});

test('ArrowRight accepts the spelling in grey, and Enter saves the typed text', async ({ home, store }) => {
  await store.add({ id: BigInt(newId()), name: 'Zamioculcas zamiifolia' });
  const name = home.getByRole('textbox', { name: 'Name' });
  const [typed, taken] = [newId(), newId()];
  await home.getByRole('textbox', { name: 'Id' }).fill(typed);
  await name.pressSequentially('zamio');
  await expect(name).toHaveAttribute('aria-keyshortcuts', 'ArrowRight');
  await name.press('Enter');
  await expect.poll(() => store.plant(typed)).toContain('"zamio"');
  await home.getByRole('textbox', { name: 'Id' }).fill(taken);
  await name.pressSequentially('Zamioc');
  await expect(name).toHaveAttribute('aria-keyshortcuts', 'ArrowRight');
  await name.press('ArrowRight');
  await expect(name).toHaveValue('Zamioculcas zamiifolia');
  await name.press('Enter');
  await expect.poll(() => store.plant(taken)).toContain('Zamioculcas zamiifolia');
});
