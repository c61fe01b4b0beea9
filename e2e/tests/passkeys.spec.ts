import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { paleButtons } from '../pale-buttons.ts';
import type { Store } from '../store.ts';

// The console error about a refused password.
test.use({ expectedComplaints: [/status of 400 .*passkeys\.startAdding$/] });

const ann = { name: 'Ann Gardener', email: 'ann@example.com', password: 'correct horse battery' };

/** The store's address with a host name, which passkeys need. */
const byName = (store: Store) => store.webUrl.replace('127.0.0.1', 'localhost');

async function createOwner(store: Store) {
  const answer = await fetch(`${store.apiUrl}/trpc/people.createOwner`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ json: ann }),
  });
  expect(answer.status).toBe(200);
}

/**
 * Adds an authenticator to the browser that accepts every request immediately, even that of the name field. It does not
 * accept between the sign-in and /account.
 */
async function addDevice(page: Page) {
  await page.addInitScript(() => {
    if (location.search.includes('account'))
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signInAsAnn(page: Page, url: string) {
  await page.goto(`${url}/sign-in?to=/account`);
  await page.getByRole('textbox', { name: 'E-mail or user name' }).fill(ann.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(ann.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a person adds a passkey, signs in with it, and removes it', async ({ page, store }) => {
  await createOwner(store);
  await addDevice(page);
  const url = byName(store);
  await signInAsAnn(page, url);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const present = page.getByRole('dialog').getByRole('textbox', { name: 'Current password' });
  await page.getByRole('textbox', { name: 'Name' }).fill('My phone');
  await present.fill('not this one');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(present).toHaveAccessibleDescription(/^Current password is not your current password/);
  await present.fill(ann.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Added My phone. You can now sign in with it.')).toBeVisible();
  const own = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
  await expect(own).toContainText('Not used yet');
  // A device keeps only one passkey for each account.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Once more');
  await present.fill(ann.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You already have a passkey on this device')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.context().clearCookies();
  await page.goto(`${url}/sign-in?to=/account`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(own).toContainText('Last used on');
  await page.context().clearCookies();
  // The browser's offer of the passkey is accepted.
  await page.goto(`${url}/sign-in`);
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
  await page.goto(`${url}/account`);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await paleButtons(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed My phone.')).toBeVisible();
  await expect(own).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto(`${url}/sign-in?to=/account`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey is not valid here; try again,')).toBeVisible();
});

test('pages without passkey support do not mention passkeys', async ({ page, store }) => {
  await createOwner(store);
  await signInAsAnn(page, store.webUrl);
  await expect(page.getByRole('heading', { name: 'Sign out everywhere' })).toBeVisible();
  await expect(page.getByText(/passkey/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(1);
  // Before a script runs the button is absent, even at an address where passkeys work.
  const answer = await page.request.get(`${byName(store)}/sign-in`);
  expect(await answer.text()).not.toMatch(/with a passkey/i);
});
