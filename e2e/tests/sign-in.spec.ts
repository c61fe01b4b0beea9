import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addPlant, expect, newId, savedRow, signIn, signInByForm, test } from '../fixtures.ts';

test('signing in with a pasted token opens the list', async ({ page, store }) => {
  await signInByForm(page, store);
  await expect(page).toHaveTitle(/plants/i);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeVisible();
});

test('signing in does not reload the page, so no key press is lost', async ({ page, store }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname);
  });
  await signInByForm(page, store);
  expect(loaded).toEqual(['/', '/sign-in']);
});

test('no script can read a copy of the token', async ({ page, store }) => {
  await signInByForm(page, store);
  const [cookie, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(cookie?.value).not.toContain(store.token);
  const readable = await page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
    ]),
  );
  expect(readable).not.toContain(store.token);
  expect(readable).not.toContain(cookie?.value);
});

test('over TLS no other host can set the session cookie, and signing out removes it', async ({
  page,
  store,
}) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-proto': 'https' });
  await signInByForm(page, store);
  const [cookie, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({
    name: '__Host-plant-store-session',
    secure: true,
    httpOnly: true,
    path: '/',
  });
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('a wrong token shows an error at its field, and the text stays', async ({ page, store }) => {
  await page.goto(store.webUrl);
  const field = page.getByRole('textbox', { name: 'Access token' });
  await field.fill('plt_wrong');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^This access token is not a token of this store/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('plt_wrong');
});

test('a revoked token is refused with the reason', async ({ page, store }) => {
  const { token, revoke } = await store.makeToken('revoked', ['plants:read']);
  await revoke();
  await page.goto(store.webUrl);
  const field = page.getByRole('textbox', { name: 'Access token' });
  await field.fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(field).toHaveAccessibleDescription(/was revoked/);
});

test('signing in opens the requested page', async ({ page, store }) => {
  await store.add({ id: 901_000, name: 'Sought' });
  await page.goto(`${store.webUrl}/plants/%2B901000`);
  await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sought' })).toBeVisible();
});

test('signing out ends the session, in this browser and on the server', async ({ page, store }) => {
  await signInByForm(page, store);
  const [cookie] = await page.context().cookies();
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  const ended = () =>
    page.request.get(`${store.webUrl}/api/trpc/session.get`, {
      headers: { cookie: `${cookie?.name}=${cookie?.value}` },
    });
  await expect.poll(async () => (await ended()).status()).toBe(401);
});

for (const to of ['//evil.example', '/.//evil.example', '/x/..//evil.example', 'https://evil.example'])
  test(`signing in does not open ${to}`, async ({ page, store }) => {
    await page.goto(`${store.webUrl}/sign-in?to=${encodeURIComponent(to)}`);
    await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('table', { name: 'Plants' }).or(page.getByText('No plants'))).toBeVisible();
    expect(page.url()).toBe(`${store.webUrl}/`);
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person signs in, sees the plants and adds one; an error keeps the text', async ({
    page,
    store,
  }) => {
    await store.add({ id: 1, name: 'Monstera' });
    await page.goto(`${store.webUrl}/sign-in?signed=in`);
    await expect(page.getByText(/did not keep the cookie/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('table', { name: 'Plants' })).toContainText('Monstera');
    await page.getByRole('textbox', { name: 'Id' }).fill('1');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ficus');
    await page.getByRole('button', { name: 'Add plant' }).click();
    await expect(page.getByText(/already taken by/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ficus');
    await page.getByRole('textbox', { name: 'Id' }).fill('9223372036854775807');
    await page.getByRole('button', { name: 'Add plant' }).click();
    await expect(page.getByRole('table', { name: 'Plants' })).toContainText('9223372036854775807');
    expect(await store.list()).toContain('"id":9223372036854775807,"name":"Ficus"');
  });
});

test.describe('without cookies or storage', () => {
  test.use({ expectedComplaints: [/status of 401/] });

  test('the sign-in page says so', async ({ page, store }) => {
    const { url, proxy } = await proxyOf(store.webUrl, {
      answerHeaders: ({ 'set-cookie': _, ...kept }) => kept,
    });
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Access token' }).fill(store.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(/did not keep the cookie.*Allow cookies/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await page.goto('about:blank');
    proxy.close();
  });

  test('a plant is saved although storage and locks are refused', async ({ page, store }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get: refuse });
      IDBFactory.prototype.open = refuse;
      LockManager.prototype.request = async () => refuse();
    });
    await signIn(page, store);
    const id = newId();
    await addPlant(page, { id, name: 'Not stored here' });
    await expect(savedRow(page, id)).toBeVisible();
  });
});

test.describe('behind a proxy with its own Host', () => {
  test.use({ expectedComplaints: [/status of 40[13]/] });

  test('a refused form names both addresses and the line to add, and never says "wait"', async ({
    page,
    store,
  }) => {
    const web = new URL(store.webUrl);
    let changesHost = false;
    const { url, proxy } = await proxyOf(store.webUrl, {
      requestHeaders: (headers) => ({ ...headers, ...(changesHost && { host: web.host }) }),
    });
    const cause = new RegExp(
      `your browser is at ${url}, but the proxy before the store asked for ${web.host}\\. .*"proxy_set_header Host \\$http_host;"`,
    );
    const field = page.getByRole('textbox', { name: 'Access token' });
    await page.goto(url);
    await field.fill(store.token);
    await field.press('Enter');
    await page.getByRole('button', { name: /account/i }).click();
    changesHost = true;
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText(cause).first()).toBeVisible();
    await page.context().clearCookies();
    await page.goto(`${url}/sign-in`);
    await field.fill(store.token);
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(cause);
    await page.goto('about:blank');
    proxy.close();
  });
});

type Change = (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
type ProxyChanges = { requestHeaders?: Change; answerHeaders?: Change };

/** Starts a proxy before the web that changes headers. */
async function proxyOf(
  webUrl: string,
  { requestHeaders = (same) => same, answerHeaders = (same) => same }: ProxyChanges,
) {
  const { hostname: host, port } = new URL(webUrl);
  const proxy = createServer((from, to) => {
    const headers = requestHeaders(from.headers);
    from.pipe(
      request({ host, port, method: from.method, path: from.url, headers }, (answer) =>
        answer.pipe(to.writeHead(answer.statusCode ?? 502, answerHeaders(answer.headers))),
      ),
    );
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, proxy };
}
