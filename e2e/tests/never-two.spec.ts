import { addPlant, expect, newId, row, savedRow, test } from '../fixtures.ts';

const createCalls = (url: URL) => url.pathname.includes('plants.create');

test('a double click adds one plant', async ({ home, store }) => {
  const id = newId();
  await home.getByRole('textbox', { name: 'Id' }).fill(id);
  await home.getByRole('textbox', { name: 'Name' }).fill('Once');
  await home.getByRole('button', { name: 'Add plant' }).dblclick();
  await expect(savedRow(home, id)).toHaveCount(1);
  await expect(home.getByText(/already (taken|used)/)).toHaveCount(0);
  expect((await store.list()).split('"Once"')).toHaveLength(2);
});

test('pressing Enter twice in a slow network sends one request', async ({ home }) => {
  const id = newId();
  let requests = 0;
  let letThrough: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await home.route(createCalls, async (route) => {
    requests++;
    await opened;
    await route.continue();
  });
  await addPlant(home, { id, name: 'Patience' });
  const name = home.getByRole('textbox', { name: 'Name' });
  for (let times = 0; times < 5; times++) await name.press('Enter');
  // Playwright's own click would wait until the plant is saved.
  await home.getByRole('button', { name: 'Add plant' }).dispatchEvent('click');
  letThrough?.();
  await expect(savedRow(home, id)).toHaveCount(1);
  expect(requests).toBe(1);
});

test.describe('a lost answer', () => {
  test.use({ expectedComplaints: [/ERR_FAILED|ERR_CONNECTION|400 \(Bad Request\)/] });

  test('keeps the plant in the queue, and sending again adds the plant once', async ({ home, store }) => {
    const id = newId();
    await home.route(createCalls, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const lost = home.waitForEvent('requestfailed', (request) => createCalls(new URL(request.url())));
    await addPlant(home, { id, name: 'Lost answer' });
    await lost;
    await home.unroute(createCalls);
    // The test does not click "Send now": the button disappears when the queue has sent the plant by itself.
    await home.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(savedRow(home, id)).toHaveCount(1);
    expect((await store.list()).split('"Lost answer"')).toHaveLength(2);
  });
});

test('a tab that hangs while it sends does not stop another tab from saving', async ({ home, store }) => {
  // Has the lock of the sender, and answers no question.
  await home.evaluate(() => {
    const hangs = () => new Promise<void>(() => undefined);
    void navigator.locks.request('plant-store-queue', hangs).catch(() => undefined);
  });
  const page = await home.context().newPage();
  await page.clock.install();
  await page.goto(store.webUrl);
  const id = newId();
  await addPlant(page, { id, name: 'Sent by another tab' });
  await expect(row(page, id)).toContainText('Waiting');
  for (let seconds = 0; seconds <= 10; seconds += 2) await page.clock.runFor(2_000);
  await expect(savedRow(page, id)).toHaveCount(1);
});
