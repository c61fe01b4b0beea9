// API3:2023 Broken Object Property Level Authorization: mass assignment, and answers with more than the caller may see.
import { randomUUID } from 'node:crypto';
import superjson from 'superjson';
import { expect, test } from 'vitest';
import { procedures } from '../../src/procedures/router.ts';
import { trpcClient } from '../trpc/trpc-client.ts';
import { ask, type Credentials, type StoreWithCallers, startWithCallers } from './callers.ts';
import { inputsFor } from './inputs.ts';

/** Fields that only a separate procedure sets, or none. */
const extras = {
  role: 'owner',
  scopes: ['admin'],
  scope: 'admin',
  isAdmin: true,
  kind: 'person',
  actorId: 1,
  actor_id: 1,
  by: { kind: 'person', name: 'Olga' },
  personId: randomUUID(),
  tokenId: randomUUID(),
  value: `plt_${'a'.repeat(49)}`,
  hash: 'chosen',
  passwordHash: 'chosen',
  secret: 'chosen',
  expiresAt: '2999-01-01T00:00:00.000Z',
  revokedAt: '1999-01-01T00:00:00.000Z',
  deactivatedAt: '1999-01-01T00:00:00.000Z',
  createdAt: '1999-01-01T00:00:00.000Z',
  addedAt: '1999-01-01T00:00:00.000Z',
  emailVerified: true,
};

/** These procedures refuse unknown keys, which is just as safe. */
const strict = [
  'plants.updateMany',
  'plants.removeMany',
  'tokens.create',
  'tokens.rotate',
  'webhooks.create',
];
/** Refused calls: the store has an owner already, and the test's code, password and passkey are wrong. */
const refused = [
  'people.createOwner',
  'people.createOwnerByLink',
  'session.changePassword',
  'session.signInByPasskey',
  'passkeys.add',
  'passkeys.startAdding',
];

test('extra properties in an input change nothing, and no answer has a forbidden property', async () => {
  const store = await startWithCallers();
  const inputs = await inputsFor(store);
  const withInput = Object.keys(procedures).filter((path) => defOf(path).inputs.length > 0);
  expect(Object.keys(inputs).sort()).toEqual(withInput.sort());
  const answers: string[] = [];
  for (const [path, input] of Object.entries(inputs)) {
    const credentials = /^(session|passkeys)\./.test(path) ? store.person.viewer.cookie : store.token.admin;
    const answer = await sendWithExtras(store, path, credentials, input);
    const isTaken = !strict.includes(path) && !refused.includes(path);
    expect([path, isTaken ? [200] : [400, 401, 404]]).toEqual([
      path,
      expect.arrayContaining([answer.status]),
    ]);
    expect(answer.text).not.toContain(extras.value);
    answers.push(answer.text);
  }
  await expectUnchanged(store);
  await expectUnsaid(store, [...answers, ...(await allThatIsRead(store, store.token.admin))]);
  const forOthers = await Promise.all(
    [store.token['plants:read'], store.person.clerk.cookie, {}].map((credentials) =>
      allThatIsRead(store, credentials),
    ),
  );
  // Addresses and ids of people are for owners.
  for (const text of forOthers.flat()) {
    expect(text).not.toContain('@example.com');
    expect(text).not.toContain(store.person.owner.id);
  }
});

const defOf = (path: string) => procedures[path]?._def as unknown as { type: string; inputs: unknown[] };

/** Calls a procedure with extra fields in its input, directly and under `__proto__`. */
async function sendWithExtras(
  { url }: StoreWithCallers,
  path: string,
  credentials: Credentials,
  input: object,
) {
  const { json, meta } = superjson.serialize(input) as { json: object; meta?: object };
  const more = JSON.stringify({ ...extras, ...json }).slice(1);
  const data = `{"json":{"__proto__":{"isAdmin":true,"scopes":["admin"]},"constructor":{"prototype":{"isAdmin":true}},${more}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}`;
  if (defOf(path).type === 'query')
    return ask(`${url}/trpc/${path}?input=${encodeURIComponent(data)}`, { headers: credentials });
  const headers = { ...credentials, 'content-type': 'application/json' };
  return ask(`${url}/trpc/${path}`, { method: 'POST', headers, body: data });
}

async function expectUnchanged({ url, token }: StoreWithCallers) {
  const admin = trpcClient(url, token.admin);
  expect(Object.prototype).not.toHaveProperty('isAdmin');
  const people = await admin.people.list.query();
  expect(people.map(({ name, role, deactivatedAt }) => [name, role, deactivatedAt]).sort()).toEqual([
    ['Carl', 'viewer', undefined],
    ['Mallory', 'viewer', undefined],
    ['Olga', 'owner', undefined],
    ['Vera', 'viewer', undefined],
  ]);
  const { items: tokens } = await admin.tokens.list.query({});
  const spare = tokens.find(({ name }) => name === 'spare');
  expect(spare).toMatchObject({ scopes: ['imports'], revokedAt: expect.any(Date) });
  expect(tokens.filter(({ name }) => name === 'till')).toEqual([]);
  for (const at of [spare?.createdAt, spare?.revokedAt, ...people.map(({ createdAt }) => createdAt)])
    expect(at?.getTime()).toBeGreaterThan(Date.now() - 600_000);
  const [last] = (await admin.plants.history.query({ id: 7n })).items;
  expect(last).toMatchObject({ plant: { id: 7n, name: 'Fern', tag: 'shade' }, by: { kind: 'token' } });
}

/** The answers of all reading procedures to a caller. */
async function allThatIsRead({ url }: StoreWithCallers, credentials: Credentials): Promise<string[]> {
  const queries = Object.keys(procedures).filter((path) => defOf(path).type === 'query');
  const input = encodeURIComponent(JSON.stringify(superjson.serialize({ id: 7n, code: '' })));
  const addresses = [
    ...queries.map((path) => `/trpc/${path}?input=${input}`),
    ...[
      '/plants',
      '/plants/7',
      '/plants/7/history',
      '/trash',
      '/events',
      '/tokens',
      '/receipts',
      '/names?q=f',
      '/tags',
      '/statistics',
      '/metrics',
    ],
    ...['/healthz', '/readyz', '/openapi.json', '/docs', '/nowhere'],
  ];
  return Promise.all(
    addresses.map(async (address) => (await ask(url + address, { headers: credentials })).text),
  );
}

/** Expects no hash, no secret except a newly created one, and no internal actor numbers. */
async function expectUnsaid({ rows }: StoreWithCallers, answers: string[]) {
  const secrets = (
    await Promise.all(
      [
        'SELECT "hash" AS word FROM "tokens"',
        'SELECT "hash" AS word FROM "sessions"',
        'SELECT "password" AS word FROM "credentials"',
        'SELECT "value" AS word FROM "secrets"',
        'SELECT "hash" AS word FROM "invitations"',
      ].map(rows),
    )
  ).flat();
  expect(secrets.length).toBeGreaterThan(10);
  const forbidden = /"(\w*hash|passwords?|password\w+|salt|actor_?id|\w+_\w+|isAdmin|emailVerified)":/i;
  for (const text of answers.filter((text) => !text.includes('"openapi"'))) {
    // An exception: entries of the audit log contain hashes, and an owner may see these.
    const isAudit = text.includes('"action":"tokens.create"');
    expect(isAudit ? text.replaceAll(/"hash":"[0-9a-f]{64}"/g, '') : text).not.toMatch(forbidden);
    for (const { word } of secrets) expect(text).not.toContain(String(word));
  }
}
