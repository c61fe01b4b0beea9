import { tokens } from '@plant-store/db';
import { toJson } from '@plant-store/schema';
import { expect, test, vi } from 'vitest';
import { startSession } from '../../auth/sessions/session-store.ts';
import { stopClock } from '../../clock.ts';
import { type Store, shareStore, startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { told } from '../audit/told.ts';

/** Requests the plants with a token. */
const ask = (url: string, token = '') =>
  fetch(`${url}/plants`, { headers: { authorization: `Bearer ${token}` } });

type Issued = { id: string; name: string; scopes: string[]; value?: string; message?: string };

/** Sends a JSON body by POST. */
const postTo = ({ send }: Store, path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const bearer = (value = '') => ({ authorization: `Bearer ${value}` });
const till = { name: 'till', scopes: ['plants:read'], days: null };

test('over REST a token is made, listed, rotated and revoked', async () => {
  const store = await startStore();
  const made = await postTo(store, '/tokens', till);
  const { value: first, ...token } = (await made.json()) as Issued;
  expect([made.status, made.headers.get('location')]).toEqual([201, `/tokens/${token.id}`]);
  expect(token).toMatchObject({
    ...{ name: 'till', scopes: ['plants:read'] },
    expiresAt: null,
    revokedAt: null,
  });
  expect((await ask(store.url, first)).status).toBe(200);
  const rotated = await postTo(store, `/tokens/${token.id}/rotate`, { overlapHours: 1, days: 30 });
  const { value: second } = (await rotated.json()) as Issued;
  expect(rotated.status).toBe(200);
  for (const value of [first, second]) expect((await ask(store.url, value)).status).toBe(200);
  const listed = await (await store.send('/tokens')).text();
  expect(JSON.parse(listed)[0]).toMatchObject({ id: token.id, previousUntil: expect.any(String) });
  for (const secret of [first, second, 'hash', 'actorId']) expect(listed).not.toContain(secret);
  // A repeat after a lost answer.
  for (const status of [204, 204])
    expect((await store.send(`/tokens/${token.id}`, { method: 'DELETE' })).status).toBe(status);
  expect((await ask(store.url, second)).status).toBe(401);
  const actions = (await told(store.db)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['tokens.create', 'tokens.rotate', 'tokens.revoke']));
  expect(actions.filter((action) => action === 'tokens.revoke')).toHaveLength(1);
});

// The last has a letter that Unicode NFC writes as a letter with a mark.
test.each(['कार्यालय', 'สำนักงาน', 'Kasse \ufb2e'])('a token may have the name %s', async (name) => {
  const made = await postTo(await startStore(), '/tokens', { ...till, name });
  expect([made.status, ((await made.json()) as Issued).name]).toEqual([201, name.normalize('NFC')]);
});

test('a repeat with the same Idempotency-Key makes no second token or value, and says to rotate', async () => {
  const store = await startStore();
  const { rows } = store;
  const key = { 'idempotency-key': 'order 4711' };
  const made = await Promise.all(Array.from({ length: 5 }, () => postTo(store, '/tokens', till, key)));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
  const said = (await Promise.all(made.map((answer) => answer.json()))) as Issued[];
  const values = said.flatMap(({ value = [] }) => value);
  const [{ id = '' } = {}, ...others] = said;
  expect([values.length, others.every((other) => other.id === id)]).toEqual([1, true]);
  const path = `/tokens/${id}/rotate`;
  for (const { value, message } of said)
    if (!value) expect(message).toContain(`rotate the token: POST ${path}, with another Idempotency-Key`);
  const again = made.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  const rotate = async () => postTo(store, path, {}, { 'idempotency-key': 'rotation' });
  const [first, repeat] = [
    (await (await rotate()).json()) as Issued,
    (await (await rotate()).json()) as Issued,
  ];
  expect([first.message, repeat.value]).toEqual([undefined, undefined]);
  expect((await ask(store.url, first.value)).status).toBe(200);

  const other = await postTo(store, '/tokens', { ...till, days: 1 }, key);
  expect([other.status, await other.text()]).toEqual([
    400,
    expect.stringContaining('used for another request'),
  ]);
  const kept = JSON.stringify(await rows('SELECT "answer" FROM "idempotency_keys"'));
  expect(kept).toContain(id);
  const log = toJson(await told(store.db));
  for (const value of [...values, first.value ?? '']) expect(kept + log).not.toContain(value);

  await store.send(`/tokens/${id}`, { method: 'DELETE' });
  expect(((await (await rotate()).json()) as Issued).message).toMatch(/was revoked on .*; make a new one/);
});

test('over REST nobody makes, rotates or revokes a token with more scopes than their own', async () => {
  const store = await startStore();
  const strong = (await (await postTo(store, '/tokens', { ...till, scopes: ['admin'] })).json()) as Issued;
  const weak = bearer(await store.tokenFor('tokens', 'plants:read'));
  const answers = [
    await postTo(store, '/tokens', { ...till, name: 'more', scopes: ['plants:read', 'admin'] }, weak),
    await postTo(store, `/tokens/${strong.id}/rotate`, {}, weak),
    await store.send(`/tokens/${strong.id}`, { method: 'DELETE', headers: weak }),
  ];
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="admin"'),
    ]);
    expect(await answer.text()).not.toContain('plt_');
  }
  expect((await ask(store.url, strong.value)).status).toBe(200);
});

test('revoking a revoked token does not end a stronger token that has its id as its name', async () => {
  const store = await startStore();
  const old = (await (await postTo(store, '/tokens', till)).json()) as Issued;
  const revoke = (headers = {}) => store.send(`/tokens/${old.id}`, { method: 'DELETE', headers });
  await revoke();
  const strong = { name: old.id, scopes: ['admin'] };
  const { value } = (await (await postTo(store, '/tokens', strong)).json()) as Issued;
  expect((await revoke(bearer(await store.tokenFor('tokens', 'plants:read')))).status).toBe(204);
  expect(tokens.isActive((await tokens.find(store.db, value ?? '')) as never)).toBe(true);
});

test('a token rotates and revokes itself', async () => {
  const store = await startStore();
  const own = (await (await postTo(store, '/tokens', { ...till, scopes: ['tokens'] })).json()) as Issued;
  const path = `/tokens/${own.id}`;
  const rotated = await postTo(store, `${path}/rotate`, { overlapHours: 0 }, bearer(own.value));
  const { value } = (await rotated.json()) as Issued;
  expect((await store.send(path, { method: 'DELETE', headers: bearer(value) })).status).toBe(204);
  expect((await store.send('/tokens', { headers: bearer(value) })).status).toBe(401);
});

test('a token that expires gives no later expiry than its own, and renews itself for 90 days at most', async () => {
  stopClock();
  const store = await startStore();
  const make = (name: string, days: number | null, by = {}) =>
    postTo(store, '/tokens', { name, scopes: ['tokens'], days }, by);
  const { id, value } = (await (await make('brief', 30)).json()) as Issued;
  const { id: other } = (await (await make('other', 30)).json()) as Issued;
  const by = bearer(value);
  const rotate = (id: string, body: object) => postTo(store, `/tokens/${id}/rotate`, body, by);
  for (const refused of [
    await make('longer', 31, by),
    await make('endless', null, by),
    await rotate(other, { days: 31 }),
    await rotate(id, { days: 91 }),
    await rotate(id, { days: null }),
  ])
    expect([refused.status, ((await refused.json()) as Issued).message]).toEqual([
      400,
      expect.stringMatching(
        /^days must end by 20.*Z, as the token "brief" expires, and (gives no later|renews itself for at most 90)/,
      ),
    ]);
  const { value: long } = (await (await make('long', 300)).json()) as Issued;
  const tooLong = (await (await make('longer', 301, bearer(long))).json()) as Issued;
  expect(tooLong.message).toContain('; give at most 300, or');
  const page = trpcClient(store.url, { cookie: (await startSession(store.url, value ?? '')).cookie });
  await expect(page.tokens.create.mutate({ ...till, scopes: ['tokens'] })).rejects.toMatchObject({
    data: { error: 40003, problems: [{ pointer: '/days' }] },
  });
  const daysGiven = async (answer: Response) =>
    (Date.parse(((await answer.json()) as { expiresAt: string }).expiresAt) - Date.now()) / 86_400_000;
  expect(await daysGiven(await make('equal', 30, by))).toBe(30);
  // Without days it is the latest of the caller.
  expect(await daysGiven(await rotate(other, {}))).toBe(30);
  // The second rotation is that after a lost answer, by the value that ends with the overlap.
  for (const body of [{}, { days: 90 }]) expect(await daysGiven(await rotate(id, body))).toBe(90);
});

test('the list of tokens is paged, newest first, each token once', async () => {
  stopClock();
  const store = await startStore();
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) await tokens.create(store.db, { name, scopes: ['imports'] });
  vi.setSystemTime(Date.now() + 1_000);
  await tokens.create(store.db, { name: 'newest', scopes: ['imports'] });
  const seen: string[] = [];
  for (let path: string | undefined = '/tokens?limit=2'; path; ) {
    const answer = await store.send(path);
    const items = (await answer.json()) as Issued[];
    seen.push(...items.map(({ name }) => name));
    path = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  // The other one is the token of this test.
  expect([seen[0], seen.slice(1).sort()]).toEqual(['newest', [...names, 'test 0']]);
  const wrong = await store.send('/tokens?cursor=plt_x');
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('cursor is not valid')]);
});

const shared = shareStore(async (start) => start());
const days = 'days must be ';
const hours = 'overlapHours must be ';
const madeUp = '/tokens/11111111-1111-4111-8111-111111111111';

test.each([
  [
    '/tokens',
    { scopes: ['root'] },
    'scopes.0 must be one of plants:read, plants:write, plants:delete, imports',
  ],
  ['/tokens', { scopes: 'admin' }, 'scopes must be an array of at least one scope: plants:read'],
  ['/tokens', { scopes: [] }, 'scopes must be an array of at least one scope'],
  ['/tokens', { days: 0 }, `${days}a whole number of days from 1 to 3650, or null`],
  ['/tokens', { days: 1e9 }, `${days}a whole number of days from 1 to 3650, or null`],
  ['/tokens', { days: -1 }, `${days}a whole number of days from 1 to 3650, or null`],
  ['/tokens', { days: 1.5 }, `${days}a whole number of days from 1 to 3650, or null`],
  ['/tokens', { days: '30' }, `${days}a whole number of days from 1 to 3650, or null`],
  ['/tokens', { name: '' }, 'name must be 1 to 64 letters'],
  ['/tokens', { name: 'x'.repeat(65) }, 'name must be 1 to 64 letters'],
  ['/tokens', { name: 7 }, 'name must be 1 to 64 letters'],
  ['/tokens', { name: undefined }, 'name must be 1 to 64 letters'],
  ['/tokens', { name: 'taken' }, 'a token named "taken" already exists; revoke it or use another name'],
  ['/tokens', { expires: 'never' }, 'expires is not a known key; give name, scopes and days'],
  [`${madeUp}/rotate`, { overlapHours: -1 }, `${hours}a whole number of hours from 0 to 720`],
  [`${madeUp}/rotate`, { overlapHours: 1e9 }, `${hours}a whole number of hours from 0 to 720`],
  [`${madeUp}/rotate`, { overlap: 0 }, 'overlap is not a known key; give overlapHours and days'],
  ['/tokens/7/rotate', {}, 'id must be the id of a token (sent: the text "7")'],
])('400 for POST %s of %j, with the accepted values', async (path, wrong, message) => {
  const store = await shared();
  if ('name' in wrong && wrong.name === 'taken')
    await tokens.create(store.db, { name: 'taken', scopes: ['imports'] });
  const answer = await postTo(store, path, path === '/tokens' ? { ...till, ...wrong } : wrong);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as Issued).message).toContain(message);
});

test('404 for the id of no token', async () => {
  const store = await shared();
  for (const answer of [
    await postTo(store, `${madeUp}/rotate`, {}),
    await store.send(madeUp, { method: 'DELETE' }),
  ])
    expect([answer.status, ((await answer.json()) as Issued).message]).toEqual([
      404,
      'no token has this id; see the list of tokens',
    ]);
});
