import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { addPlant, expect, patient, test } from '../fixtures.ts';
import type { Store } from '../store.ts';

// The page of a plant may read it again in the moment in which the person signs out.
test.use({ expectedComplaints: [/401 \(Unauthorized\) \S*\/trpc\/plants\.get/] });

const ann = {
  name: 'Ann Gardener',
  email: 'ann@example.com',
  userName: 'ann',
  password: 'correct horse battery',
};
const ben = { name: 'Ben', email: 'ben@example.com', userName: '', password: 'a staple of the shed' };

/** Fills in the fields of an account. */
async function fillPerson(page: Page, person: typeof ann) {
  await page.getByRole('textbox', { name: 'Your name' }).fill(person.name);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
  await page.getByRole('textbox', { name: 'User name' }).fill(person.userName);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
}

/** Creates the owner, as the first visit does. */
async function createOwner(page: Page, store: Store) {
  await page.goto(`${store.webUrl}/start`);
  await page.getByRole('textbox', { name: 'First token' }).fill(store.token);
  await fillPerson(page, ann);
  await page.getByRole('button', { name: 'Create the owner account' }).click();
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
}

async function signInAs(page: Page, store: Store, login: string, password: string) {
  await page.goto(`${store.webUrl}/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail or user name' }).fill(login);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Invites a person, and returns the link. */
async function inviteLink(page: Page, store: Store, note: string, role: string): Promise<string> {
  await page.goto(`${store.webUrl}/people`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill(note);
  await page.getByRole('radio', { name: role }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  return page.getByRole('textbox', { name: 'Link' }).inputValue();
}

/** Opens a page in the browser of another person. */
async function otherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return patient(await context.newPage());
}

/**
 * Expects that the session of this browser has ended. The API caches sessions for a moment; its own tests measure that.
 */
async function expectSignedOut(page: Page, store: Store) {
  const ended = page.getByText('Your session has ended.');
  await expect(async () => {
    await page.goto(store.webUrl);
    await expect(ended.or(page.getByRole('button', { name: 'Add plant' }))).toBeVisible();
    await expect(ended).toBeVisible({ timeout: 500 });
  }).toPass();
}

const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Change the account of ${name}` });

test('at the first visit the first token makes the owner account', async ({ page, store }) => {
  await page.goto(store.webUrl);
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  await page.getByRole('link', { name: 'Create the owner account' }).click();
  await expect(page.getByRole('heading', { name: 'Create the owner account' })).toBeVisible();
  await expect(page.locator('form')).toHaveCount(1);
  const token = page.getByRole('textbox', { name: 'First token' });
  await token.fill('plt_wrong');
  await fillPerson(page, { ...ann, email: 'ann' });
  await page.getByRole('button', { name: 'Create the owner account' }).click();
  await expect(token).toHaveAccessibleDescription(/^This token is not a token of this store/);
  await expect(token).toBeFocused();
  // The typed text is still there.
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(ann.password);
  await token.fill(store.token);
  await page.getByRole('button', { name: 'Create the owner account' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail address' });
  await expect(email).toHaveAccessibleDescription(/^E-mail address must be an e-mail address, such as/);
  await email.fill(ann.email);
  await page.getByRole('button', { name: 'Create the owner account' }).click();
  await expect(page.getByRole('button', { name: 'Account Ann Gardener' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite them' })).toHaveAttribute('href', '/people');
  // Actions are recorded under the person's name.
  await addPlant(page, { id: '1', name: 'Monstera' });
  await expect.poll(() => store.list()).toContain('Monstera');
  await page.goto(`${store.webUrl}/plants/1`);
  await expect(page.getByRole('main').getByText('Ann Gardener')).toBeVisible();
  // The e-mail address is only on the page of the account.
  const html = async (path: string) => (await page.request.get(store.webUrl + path)).text();
  expect([
    (await html('/plants/1')).includes(ann.email),
    (await html('/account')).includes(ann.email),
  ]).toEqual([false, true]);
  // The store has an owner now, so the sign-in page asks for an account.
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'Use an access token instead' }).click();
  await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
});

test('a person signs in by e-mail address or user name; errors are shown and the text stays', async ({
  page,
  store,
}) => {
  await createOwner(page, store);
  // Closes the page first, because its requests would find that the session has ended.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signInAs(page, store, 'ANN', 'wrong password');
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(password).toHaveAccessibleDescription(
    /^Wrong user name or password\. Forgot it\? Ask an owner for a reset link\./,
  );
  await expect(password).toHaveValue('wrong password');
  await expect(page.getByRole('textbox', { name: 'E-mail or user name' })).toHaveValue('ANN');
  await password.fill('');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('Enter your password.');
  await password.fill(ann.password);
  await password.press('Enter');
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
  const [cookie, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
});

test('an invitation makes one account, in the chosen role', async ({ page, browser, store }) => {
  await createOwner(page, store);
  const link = await inviteLink(page, store, 'Ben, from Monday', 'Viewer');
  expect(link).toMatch(new RegExp(`^${store.webUrl}/join/[\\w-]{43}$`));
  // A phone cannot open an address of this computer.
  await expect(page.getByText(/This link works only on this computer\./)).toBeVisible();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table')).toHaveCount(1);
  await expect(
    page.getByRole('row', { name: /^Ben, from Monday Link from Ann Gardener Viewer Open/ }),
  ).toBeVisible();
  const other = await otherPage(browser);
  await other.goto(link);
  await expect(other.getByText('Ann Gardener sent this link to Ben, from Monday.')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ben, from Monday');
  await fillPerson(other, { ...ben, password: 'short' });
  await other.getByRole('button', { name: 'Create my account' }).click();
  const password = other.getByRole('textbox', { name: 'Password' });
  await expect(password).toHaveAccessibleDescription(/Password must have 12 to 128 characters; it has 5/);
  await password.fill('plantstore2026');
  await other.getByRole('button', { name: 'Create my account' }).click();
  await expect(password).toHaveAccessibleDescription(
    /This password is too easy to guess because it uses your name, e-mail or the store's name\. Use three/,
  );
  await expect(password).toHaveValue('plantstore2026');
  await password.fill(ben.password);
  await other.getByRole('button', { name: 'Create my account' }).click();
  await expect(other.getByRole('heading', { name: 'You can look, but not add' })).toBeVisible();
  await expect(
    other.getByText('You are a viewer here. An owner of the store can make you a clerk.'),
  ).toBeVisible();
  // The page has no link to a forbidden page.
  await expect(other.getByRole('navigation', { name: 'Store' }).getByRole('link')).toHaveText([
    'Plants',
    'Activity',
    'Trash',
    'Statistics',
  ]);
  await other.goto(`${store.webUrl}/people`);
  await expect(other.getByRole('heading', { name: 'Only owners can manage people' })).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('table', { name: 'People' })).not.toContainText('Ben, from Monday');
  // On the next page the new clerk can add plants.
  await menuOf(page, 'Ben').click();
  await page.getByRole('menuitem', { name: 'Make clerk' }).click();
  await expect(page.getByRole('row', { name: /^Ben ben@example\.com Clerk/ })).toBeVisible();
  await other.goto(store.webUrl);
  await expect(other.getByRole('button', { name: 'Add plant' })).toBeVisible();
  await other.context().close();
});

test('an invitation from a page at a network address shows a QR code of its link', async ({
  page,
  store,
}) => {
  const url = store.webUrl.replace('127.0.0.1', 'plants.localhost');
  await page.context().addCookies([{ ...(await store.sessionCookie(store.token)), url }]);
  await page.goto(`${url}/people`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Ben');
  await page.getByRole('radio', { name: 'Clerk' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await expect(page.getByText(/works only on this computer/)).toHaveCount(0);
});

test('a revoked link is refused', async ({ page, browser, store }) => {
  await createOwner(page, store);
  const link = await inviteLink(page, store, 'Ben', 'Clerk');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Take back the link for Ben' }).click();
  await expect(page.getByText('The link for Ben no longer works')).toBeVisible();
  const other = await otherPage(browser);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await other.context().close();
});

test.describe('if the store refuses an action', () => {
  test.use({ expectedComplaints: [/400 \(Bad Request\)/] });

  test('deactivation signs a person out, and reactivation lets them sign in; the last owner stays', async ({
    page,
    browser,
    store,
  }) => {
    await createOwner(page, store);
    const link = await inviteLink(page, store, 'Ben', 'Clerk');
    await page.getByRole('button', { name: 'Done' }).click();
    const other = await otherPage(browser);
    await other.goto(link);
    await fillPerson(other, ben);
    await other.getByRole('button', { name: 'Create my account' }).click();
    await expect(other.getByRole('button', { name: 'Add plant' })).toBeVisible();
    await page.reload();
    await menuOf(page, 'Ben').click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await expect(page.getByText('Ben is deactivated and signed out everywhere')).toBeVisible();
    await expectSignedOut(other, store);
    await signInAs(other, store, ben.email, ben.password);
    await expect(other.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(
      /^This account is deactivated; ask an owner/,
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Ben can sign in again')).toBeVisible();
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.getByRole('button', { name: 'Add plant' })).toBeVisible();
    // The last owner cannot be removed.
    await menuOf(page, 'Ann Gardener').click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Link for a new password…',
      /^The store has no other owner/,
    ]);
    await other.context().close();
  });
});

test('a person changes the password, and signs out everywhere', async ({ page, browser, store }) => {
  await createOwner(page, store);
  const other = await otherPage(browser);
  await signInAs(other, store, 'ann', ann.password);
  await expect(other.getByRole('button', { name: 'Add plant' })).toBeVisible();
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByText('ann@example.com or ann', { exact: true })).toBeVisible();
  const present = page.getByRole('textbox', { name: 'Current password' });
  await present.fill('not this one');
  await page.getByRole('textbox', { name: 'New password' }).fill('another long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(present).toHaveAccessibleDescription(/^Current password is not your current password/);
  await present.fill(ann.password);
  await page.getByRole('textbox', { name: 'New password' }).fill('password1234');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveAccessibleDescription(
    /This password is too common\. Use three or more unrelated words\./,
  );
  await page.getByRole('textbox', { name: 'New password' }).fill('another long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. You are signed out everywhere else.')).toBeVisible();
  await expectSignedOut(other, store);
  await signInAs(other, store, 'ann', 'another long password');
  await expect(other.getByRole('button', { name: 'Add plant' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectSignedOut(other, store);
  await other.context().close();
});

test('if the store could not end the other sessions, the page says so and the person stays signed in', async ({
  page,
  startedStore: store,
}) => {
  await createOwner(page, store);
  await page.goto(`${store.webUrl}/account`);
  const file = join(store.folder, 'plants.db');
  renameSync(file, `${file}.away`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('you may still be signed in elsewhere')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('plant-store-owner'))).toMatch(/^person:/);
  renameSync(`${file}.away`, file);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a person who forgot the password gets a link for a new one', async ({ page, browser, store }) => {
  await createOwner(page, store);
  await page.goto(`${store.webUrl}/people`);
  await menuOf(page, 'Ann Gardener').click();
  await page.getByRole('menuitem', { name: 'Link for a new password…' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const other = await otherPage(browser);
  await other.goto(link);
  await other.getByRole('textbox', { name: 'New password' }).fill('chosen all anew');
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.getByRole('button', { name: 'Account Ann Gardener' })).toBeVisible();
  await other.context().close();
});

test.describe('without an answer', () => {
  test.use({
    expectedComplaints: [/ERR_INTERNET_DISCONNECTED|502 \(Bad Gateway\)|when fetching the script/],
  });

  test('each form keeps the typed text, and says so, offline and after 502 of a proxy', async ({
    home,
    store,
  }) => {
    const setOffline = (isOffline: boolean) => home.context().setOffline(isOffline);
    const answerPostsBy502 = (page: string) =>
      home.route(page, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    const alerts = (text: string) => home.getByRole('alert').filter({ hasText: text });
    await home.goto(`${store.webUrl}/start`);
    await home.getByRole('textbox', { name: 'First token' }).fill(store.token);
    await fillPerson(home, ann);
    await setOffline(true);
    await home.getByRole('button', { name: 'Create the owner account' }).click();
    await expect(alerts("The store didn't answer.")).toBeVisible();
    await expect(home.getByRole('textbox', { name: 'Your name' })).toHaveValue(ann.name);
    await setOffline(false);
    await home.reload();
    await fillPerson(home, ann);
    await answerPostsBy502('**/start');
    await home.getByRole('button', { name: 'Create the owner account' }).click();
    await expect(alerts("The store didn't answer.")).toBeVisible();
    await expect(home.getByRole('textbox', { name: 'Your name' })).toHaveValue(ann.name);
    await home.unrouteAll();

    await home.goto(`${store.webUrl}/account`);
    await setOffline(true);
    await home.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    // Without a network the page could not load its list of messages.
    await expect(alerts("The store can't be reached, so you're still signed in.")).toBeVisible();
    await setOffline(false);
    await answerPostsBy502('**/account');
    await home.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await expect(home.getByRole('region', { name: 'Notifications' })).toContainText("couldn't confirm");
    await home.unrouteAll();

    await home.context().clearCookies();
    await home.goto(`${store.webUrl}/sign-in`);
    const token = home.getByRole('textbox', { name: 'Access token' });
    await token.fill(store.token);
    await setOffline(true);
    await home.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(alerts("The store can't be reached right now.")).toBeVisible();
    await expect(token).toHaveValue(store.token);
    await setOffline(false);
    await home.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(home.getByRole('button', { name: 'Add plant' })).toBeVisible();
  });
});

test.describe('after a lost answer', () => {
  test.use({ expectedComplaints: [/ERR_FAILED/] });

  const dialogs = [
    { path: 'people', open: 'Invite somebody', field: 'Who is it for?', act: 'Make a link' },
    { path: 'tokens', open: 'Make a token', field: 'Name of the token', act: 'Make token' },
  ];
  for (const { path, open, field, act } of dialogs)
    test(`the dialog "${open}" says that the store may have done it, and the list shows it`, async ({
      page,
      store,
    }) => {
      await createOwner(page, store);
      await page.goto(`${store.webUrl}/${path}`);
      await page.getByRole('button', { name: open }).click();
      await page.getByRole('textbox', { name: field }).fill('Cass');
      await page.route(/\/trpc\/\w+\.create/, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: act }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'may have made' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('row', { name: 'Cass' })).toBeVisible();
    });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an owner is created, signs in, and an error keeps the typed text', async ({ page, store }) => {
    await page.goto(store.webUrl);
    await page.getByRole('link', { name: 'Create the owner account' }).click();
    await page.getByRole('textbox', { name: 'First token' }).fill(store.token);
    await fillPerson(page, { ...ann, password: 'short' });
    await page.getByRole('button', { name: 'Create the owner account' }).click();
    await expect(page.getByText(/^Password must have 12 to 128 characters/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue(ann.name);
    await page.getByRole('textbox', { name: 'First token' }).fill(store.token);
    await page.getByRole('textbox', { name: 'Password' }).fill(ann.password);
    await page.getByRole('button', { name: 'Create the owner account' }).click();
    await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
    await page.context().clearCookies();
    await signInAs(page, store, 'ann', ann.password);
    await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
  });

  test('an invited person joins', async ({ page, store }) => {
    const code = await store.invite();
    await page.goto(`${store.webUrl}/join/${code}`);
    await fillPerson(page, ben);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
  });
});

test.describe('after the session ended', () => {
  test.use({ expectedComplaints: [/401 \(Unauthorized\)/] });

  test('the pending action completes after the same person signs in, and not for another person', async ({
    page,
    store,
  }) => {
    await createOwner(page, store);
    const link = await inviteLink(page, store, 'Ben', 'Clerk');
    await page.context().clearCookies();
    await page.goto(link);
    await fillPerson(page, ben);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
    const signInAgain = async ({ email, password }: typeof ann) => {
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      // Signing in works as before.
      await expect(dialog.getByRole('textbox', { name: 'Access token' })).toBeHidden();
      await dialog.getByRole('textbox', { name: 'E-mail or user name' }).fill(email);
      await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
    };
    await page.context().clearCookies();
    await addPlant(page, { id: '1', name: 'Fern' });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAgain(ben);
    await expect.poll(() => store.list()).toContain('Fern');

    await page.context().clearCookies();
    await addPlant(page, { id: '2', name: 'Moss' });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAgain(ann);
    await expect(
      page.getByText(/You are now signed in as .?Ann Gardener.?\. Changes by .?Ben.? were not saved/).first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ann Gardener' })).toBeVisible();
    await expect(page.getByText('Moss')).toHaveCount(0);
    expect(await store.list()).not.toContain('Moss');
    // The plant waits for its owner.
    await page.context().clearCookies();
    await page.goto(`${store.webUrl}/sign-in`);
    await page.getByRole('textbox', { name: 'E-mail or user name' }).fill(ben.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(ben.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => store.list()).toContain('Moss');
  });
});
