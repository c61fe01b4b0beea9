import { randomUUID } from 'node:crypto';
import { auditLog, type Database, tidy } from '@plant-store/db';
import { expect, test } from 'vitest';
import { procedures } from '../src/router.ts';
import { createAuthenticator } from './authenticator.ts';
import { type Credentials, callProcedure, cookieOf, passwordOf, startCast } from './owasp/cast.ts';
import { startStore } from './store.ts';
import { trpcClient } from './trpc-client.ts';

/** All that a store's log has, the first entry first. */
async function told(db: Database) {
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 1_000 });
  return entries.toReversed();
}

/** These write nothing that anybody is to be told of: they begin what is told once it is done. */
const untold = ['passkeys.startAdding', 'session.startPasskey'];

test('each procedure that writes, and an import, leaves one entry: who did what, from where, in which request', async () => {
  const { url, db, token, person, tokenFor, send } = await startCast();
  const host = { 'x-forwarded-host': 'plants.example', 'x-forwarded-proto': 'https' };
  const address = '192.0.2.7';
  const covered = new Set(untold);
  type Expected = Record<string, unknown>;
  type Result = Record<string, Record<string, string>> & Record<string, string>;

  /** Calls a procedure, and expects it to be told of so. */
  async function does(path: string, who: Credentials, input: unknown, expected: Expected | Expected[]) {
    const requestId = randomUUID();
    const headers = { ...who, 'x-request-id': requestId, 'x-forwarded-for': address };
    const answer = await callProcedure(url, { path, type: 'mutation' }, headers, input);
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    const entries = (await told(db)).filter((entry) => entry.requestId === requestId);
    expect(entries, path).toMatchObject([expected].flat().map((entry) => ({ address, ...entry })));
    covered.add(path);
    return (answer.body as { result: { data: { json: Result } } }).result.data.json;
  }
  const admin = { by: { kind: 'token', name: expect.any(String) } };
  const olga = { by: { kind: 'person', name: 'Olga' } };
  const { owner, clerk, viewer } = person;

  // Plants.
  const plant = { id: 7n, name: 'Fern' };
  await does('plants.create', token.admin, plant, { action: 'plants.create', subject: '7', ...admin });
  await does(
    'plants.create',
    { ...token.admin, 'idempotency-key': 'k' },
    { id: 8n, name: 'Moss' },
    { action: 'plants.create', subject: '8' },
  );
  await does(
    'plants.replace',
    owner.cookie,
    { ...plant, tag: 'a' },
    { action: 'plants.replace', subject: '7', ...olga },
  );
  await does(
    'plants.replace',
    owner.cookie,
    { id: 9n, name: 'New' },
    { action: 'plants.create', subject: '9' },
  );
  await does(
    'plants.update',
    owner.cookie,
    { id: 7n, tag: 'b' },
    { action: 'plants.update', subject: '7', ...olga },
  );
  await does('plants.remove', owner.cookie, { id: 7n }, { action: 'plants.delete', subject: '7', ...olga });
  await does('trash.restore', owner.cookie, { id: 7n }, { action: 'plants.restore', subject: '7', ...olga });
  const receipt = expect.stringMatching(/^receipt \d+$/);
  const added = await does(
    'plants.createMany',
    owner.cookie,
    { plants: [{ id: 10n, name: 'x' }] },
    { action: 'plants.createMany', subject: receipt, ...olga },
  );
  await does(
    'plants.updateMany',
    owner.cookie,
    { ids: [10n], tag: 'c' },
    { action: 'plants.updateMany', subject: receipt, ...olga },
  );
  await does(
    'plants.removeMany',
    owner.cookie,
    { ids: [10n] },
    { action: 'plants.deleteMany', subject: receipt, ...olga },
  );
  await does(
    'receipts.undo',
    owner.cookie,
    { id: BigInt(String(added.receipt)) },
    { action: 'plants.undo', subject: receipt, ...olga },
  );

  // Tokens.
  const till = { name: 'till', scopes: ['plants:read'] };
  const made = await does('tokens.create', owner.cookie, till, {
    action: 'tokens.create',
    subject: 'till: plants:read',
    ...olga,
  });
  const id = made.token?.id;
  await does('tokens.rotate', owner.cookie, { id }, { action: 'tokens.rotate', subject: 'till', ...olga });
  await does('tokens.revoke', owner.cookie, { id }, { action: 'tokens.revoke', subject: 'till', ...olga });

  // People.
  await does(
    'people.setRole',
    owner.cookie,
    { id: clerk.id, role: 'viewer' },
    { action: 'people.setRole', subject: 'Carl (carl@example.com): viewer', ...olga },
  );
  await does(
    'people.deactivate',
    owner.cookie,
    { id: clerk.id },
    { action: 'people.deactivate', subject: 'Carl (carl@example.com)', ...olga },
  );
  await does(
    'people.reactivate',
    owner.cookie,
    { id: clerk.id },
    { action: 'people.reactivate', subject: 'Carl (carl@example.com)', ...olga },
  );
  const invitation = { role: 'clerk', note: 'Ben' };
  const invited = await does('invitations.create', owner.cookie, invitation, {
    action: 'people.invite',
    subject: 'Ben: clerk',
    ...olga,
  });
  const account = { name: 'Ben', email: 'ben@example.com', password: passwordOf('clerk') };
  await does(
    'invitations.accept',
    {},
    { code: invited.code, ...account },
    { action: 'people.join', subject: 'Ben (ben@example.com): clerk', by: { kind: 'person', name: 'Ben' } },
  );
  const another = await does('invitations.create', owner.cookie, invitation, { action: 'people.invite' });
  await does(
    'invitations.remove',
    owner.cookie,
    { id: another.invitation?.id },
    { action: 'people.takeBackInvitation', subject: 'Ben', ...olga },
  );
  const forgot = await does(
    'invitations.createForPassword',
    owner.cookie,
    { personId: viewer.id },
    { action: 'people.inviteForPassword', subject: 'Vera (vera@example.com)', ...olga },
  );
  const password = 'chosen all anew';
  await does(
    'invitations.acceptPassword',
    {},
    { code: forgot.code, password },
    {
      action: 'people.resetPassword',
      subject: 'Vera (vera@example.com)',
      by: { kind: 'person', name: 'Vera' },
    },
  );

  // Sessions.
  const vera = { by: { kind: 'person', name: 'Vera' } };
  const signedIn = await does(
    'session.signIn',
    host,
    { login: viewer.email, password },
    { action: 'sessions.signIn', subject: 'by password', ...vera },
  );
  // It begins a new session.
  await does(
    'session.changePassword',
    cookieOf(String(signedIn.secret)),
    { currentPassword: password, newPassword: 'another password' },
    [
      { action: 'people.changePassword', subject: 'Vera (vera@example.com)', ...vera },
      { action: 'sessions.signIn', ...vera },
    ],
  );
  const again = await does(
    'session.signIn',
    host,
    { login: viewer.email, password: 'another password' },
    { action: 'sessions.signIn' },
  );
  const cookie = {
    ...host,
    cookie: `__Host-plant-store-session=${encodeURIComponent(String(again.secret))}`,
  };

  // Passkeys.
  const device = createAuthenticator('https://plants.example');
  const begun = await trpcClient(url, cookie).passkeys.startAdding.mutate({
    currentPassword: 'another password',
  });
  const response = device.make(begun.options);
  const passkey = await does(
    'passkeys.add',
    cookie,
    { ticket: begun.ticket, name: 'Phone', response },
    { action: 'people.addPasskey', subject: 'Phone', ...vera },
  );
  const browser = { ...host, cookie: `__Host-plant-store-browser=${'b'.repeat(43)}` };
  const asked = await trpcClient(url, browser).session.startPasskey.mutate();
  const used = { ticket: asked.ticket, response: device.use(asked.options) };
  await does('session.signInByPasskey', browser, used, {
    action: 'sessions.signIn',
    subject: 'by passkey',
    ...vera,
  });
  await does(
    'passkeys.remove',
    cookie,
    { id: passkey.id },
    { action: 'people.removePasskey', subject: 'Phone', ...vera },
  );

  // The end of it.
  const { secret } = await does(
    'session.start',
    { authorization: `Bearer ${await tokenFor('plants:read')}` },
    undefined,
    { action: 'sessions.signIn', subject: 'by token' },
  );
  await does('session.end', cookieOf(String(secret)), undefined, { action: 'sessions.signOut' });
  await does('session.endAll', cookie, undefined, { action: 'sessions.signOutEverywhere', ...vera });
  const fresh = await startStore();
  const first = await fresh.send('/trpc/people.createOwner', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { ...account, email: 'ann@example.com' } }),
  });
  expect(first.status).toBe(200);
  expect((await told(fresh.db)).at(-1)).toMatchObject({
    action: 'people.createOwner',
    subject: 'Ben (ann@example.com)',
  });
  covered.add('people.createOwner');

  const file = await send('/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-request-id': '12345678' },
    body: 'id,name\n20,Rose\n',
  });
  expect(file.status).toBe(200);
  await send('/imports?dryRun=true', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'id,name\n21,Rose\n',
  });
  expect((await told(db)).at(-1)).toMatchObject({
    action: 'plants.import',
    subject: receipt,
    requestId: '12345678',
  });

  const mutations = Object.keys(procedures).filter((path) => procedures[path]?._def.type === 'mutation');
  expect([...covered].sort()).toEqual(mutations.sort());
  expect((await auditLog.verify(db)).fault).toBeUndefined();
});

test('the store tells what it deletes by itself', async () => {
  const { db, rows, send, post } = await startStore();
  await post({ id: 7, name: 'Fern' });
  await send('/plants/7', { method: 'DELETE' });
  await rows('UPDATE plant_versions SET purged_at = 1 WHERE purged_at IS NOT NULL');
  await tidy(db);
  await tidy(db);
  const last = (await told(db)).at(-1);
  expect(last).toMatchObject({
    action: 'plants.purge',
    subject: '1 plants',
    by: undefined,
    requestId: undefined,
  });
});

test('what is refused is told: once a minute for each reason and network, or caller; never what was typed', async () => {
  const store = await startCast();
  const { url, db, token, person } = store;
  const refusals = async () =>
    (await told(db))
      .filter(({ action }) => action.startsWith('refusals'))
      .map(({ action, by, subject, address }) => `${action} by ${by?.name} of ${subject} from ${address}`);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const bad = { authorization: `Bearer plt_${'x'.repeat(49)}` };
  for (let tries = 0; tries < 3; tries++) {
    await fetch(`${url}/plants`, { headers: { ...bad, ...from('192.0.2.1') } });
    await fetch(`${url}/trpc/plants.list`, { headers: { ...bad, ...from('192.0.2.1') } });
    await fetch(`${url}/audit`, { headers: { ...token['plants:read'], ...from('192.0.2.2') } });
    await fetch(`${url}/trpc/people.list`, { headers: { ...person.viewer.cookie, ...from('192.0.2.3') } });
  }
  await store.rows(`UPDATE tokens SET revoked_at = created_at WHERE scope = 'imports'`);
  const ended = () => fetch(`${url}/plants`, { headers: { ...token.imports, ...from('192.0.2.4') } });
  await expect.poll(async () => (await ended()).status).toBe(401);
  const typed = 'my secret in the wrong field';
  const visitor = trpcClient(url, from('192.0.2.5'));
  for (const login of [typed, person.viewer.email, 'a\u0000b'])
    await expect(visitor.session.signIn.mutate({ login, password: typed })).rejects.toThrow();
  await expect(
    trpcClient(url, { ...person.clerk.cookie, ...from('192.0.2.6') }).passkeys.startAdding.mutate({
      currentPassword: typed,
    }),
  ).rejects.toThrow();
  await expect
    .poll(refusals)
    .toEqual([
      'refusals.unknownToken by undefined of GET /plants from 192.0.2.1',
      expect.stringMatching(/^refusals.scope by .+ of GET \/audit from 192.0.2.2$/),
      'refusals.scope by Vera of people.list from 192.0.2.3',
      'refusals.endedToken by undefined of GET /plants from 192.0.2.4',
      'refusals.signIn by undefined of undefined from 192.0.2.5',
      'refusals.signIn by undefined of Vera (vera@example.com) from 192.0.2.5',
      'refusals.signIn by undefined of undefined from 192.0.2.5',
      'refusals.signIn by undefined of Carl (carl@example.com) from 192.0.2.6',
    ]);
  expect(JSON.stringify(await store.rows('SELECT subject FROM audit_entries'))).not.toContain(typed);
});

test('a sign-in of who is deactivated is told by whose account it was, by password and by passkey', async () => {
  const { url, db, person } = await startCast();
  const host = { 'x-forwarded-host': 'plants.example', 'x-forwarded-proto': 'https' };
  const { id, email } = person.viewer;
  const password = passwordOf('viewer');
  const { secret } = await trpcClient(url, host).session.signIn.mutate({ login: email, password });
  const cookie = { ...host, cookie: `__Host-plant-store-session=${encodeURIComponent(secret)}` };
  const device = createAuthenticator('https://plants.example');
  const { ticket, options } = await trpcClient(url, cookie).passkeys.startAdding.mutate({
    currentPassword: password,
  });
  await trpcClient(url, cookie).passkeys.add.mutate({
    ticket,
    name: 'Phone',
    response: device.make(options),
  });
  await trpcClient(url, person.owner.cookie).people.deactivate.mutate({ id });
  const browser = { ...host, cookie: `__Host-plant-store-browser=${'b'.repeat(43)}` };
  const asked = await trpcClient(url, browser).session.startPasskey.mutate();
  const response = device.use(asked.options);
  await expect(
    trpcClient(url, browser).session.signInByPasskey.mutate({ ticket: asked.ticket, response }),
  ).rejects.toThrow('deactivated');
  await expect(trpcClient(url, {}).session.signIn.mutate({ login: email, password })).rejects.toThrow(
    'deactivated',
  );
  const refused = async () =>
    (await told(db)).filter(({ action }) => action === 'refusals.signIn').map(({ subject }) => subject);
  await expect.poll(refused).toEqual(['Vera (vera@example.com)', 'Vera (vera@example.com)']);
});

test('of a person, what they were already is not told: their role, that they are deactivated, or are not', async () => {
  const { url, db, person } = await startCast();
  const { id } = person.clerk;
  const { people } = trpcClient(url, person.owner.cookie);
  const before = (await told(db)).length;
  await people.setRole.mutate({ id, role: 'clerk' });
  await people.reactivate.mutate({ id });
  expect((await told(db)).slice(before)).toEqual([]);
  await people.deactivate.mutate({ id });
  await people.deactivate.mutate({ id });
  expect((await told(db)).slice(before)).toMatchObject([{ action: 'people.deactivate' }]);
});

test('invitations that end with the rights of who made them are told', async () => {
  const { url, db, token, person } = await startCast();
  await trpcClient(url, person.owner.cookie).invitations.create.mutate({ role: 'owner', note: 'Eve' });
  const before = (await told(db)).length;
  // The first owner is deactivated by another way in.
  const admin = trpcClient(url, token.admin);
  await admin.people.setRole.mutate({ id: person.clerk.id, role: 'owner' });
  await admin.people.deactivate.mutate({ id: person.owner.id });
  expect((await told(db)).slice(before)).toMatchObject([
    { action: 'people.setRole', subject: 'Carl (carl@example.com): owner' },
    { action: 'people.deactivate', subject: 'Olga (olga@example.com)' },
    { action: 'people.takeBackInvitation', subject: 'Eve', by: { kind: 'token' } },
  ]);
});

test('strangers do not keep out what is told of others: a right that was missing, a wrong password', async () => {
  const { url, db, token, person } = await startCast();
  const strangers = Array.from({ length: 130 }, (_, i) =>
    fetch(`${url}/plants`, { headers: { authorization: 'Bearer x', 'x-forwarded-for': `192.0.2.${i}` } }),
  );
  await Promise.all(strangers);
  await fetch(`${url}/audit`, { headers: token['plants:read'] });
  const login = person.viewer.email;
  await expect(trpcClient(url, {}).session.signIn.mutate({ login, password: 'x' })).rejects.toThrow();
  const others = async () =>
    (await told(db)).map(({ action }) => action).filter((action) => /^refusals\.s/.test(action));
  await expect.poll(others).toEqual(['refusals.scope', 'refusals.signIn']);
});

test('strangers do not fill the disk: so many refusals are told within a minute, and the requests are refused as ever', async () => {
  const { url, db } = await startStore();
  const count = 200;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      fetch(`${url}/plants`, { headers: { authorization: 'Bearer x', 'x-forwarded-for': `192.0.2.${i}` } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  await expect
    .poll(async () => (await told(db)).filter(({ action }) => action === 'refusals.unknownToken').length)
    .toBe(60);
});

test('a refusal that cannot be told is refused all the same, and the log says so', async () => {
  const lines: string[] = [];
  const seen = (db: Database) =>
    Object.create(db, { transact: { value: () => Promise.reject(new Error('no disk')) } }) as Database;
  const { url } = await startStore({
    seen,
    logger: { stream: { write: (line: string) => void lines.push(line) } },
  });
  expect((await fetch(`${url}/plants`, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  await expect.poll(() => lines.join('')).toContain('could not be written into the audit log');
});

test('GET /audit: pages for owners, by topic, text and time; what no entry can be is an error that says so', async () => {
  const { db, send, post, url, tokenFor } = await startStore();
  for (let id = 1; id <= 3; id++) await post({ id, name: 'Fern' });
  await auditLog.chainPending(db);
  const read = async (query: string) => {
    const answer = await send(`/audit?${query}`);
    expect(answer.status).toBe(200);
    return {
      answer,
      entries: (await answer.json()) as { action: string; subject: string; number: number }[],
    };
  };
  const { answer, entries } = await read('about=plants&limit=2');
  expect(entries.map(({ subject }) => subject)).toEqual(['3', '2']);
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
  expect(await (await send(next)).json()).toMatchObject([
    { action: 'plants.create', subject: '1', by: { kind: 'token' } },
  ]);
  expect((await read('q=tokens.create')).entries).toHaveLength(1);
  expect((await read(`since=${new Date(Date.now() + 60_000).toISOString()}`)).entries).toEqual([]);
  for (const [query, said] of [
    [
      'about=plant',
      'about must be one of plants, tokens, people, sessions, refusals, or one action of them, such as tokens.revoke',
    ],
    ['since=yesterday', 'since must be a day, such as 2026-01-31, or a time with its zone'],
    [`q=${'x'.repeat(201)}`, 'q must be at most 200 characters'],
    ['cursor=abc', 'cursor is not one of this list'],
  ] as const) {
    const wrong = await send(`/audit?${query}`);
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(said)]);
  }
  const headers = { authorization: `Bearer ${await tokenFor('plants:read', 'tokens')}` };
  expect((await fetch(`${url}/audit`, { headers })).status).toBe(403);
});

test('an entry that makes no sense hides no others', async () => {
  const { db, rows, send, post } = await startStore();
  await post({ id: 1, name: 'Fern' });
  await auditLog.chainPending(db);
  const [{ last } = {}] = await rows('SELECT max(number) AS last FROM audit_entries');
  await rows(
    `INSERT INTO audit_entries (number, at, action, hash) VALUES (${BigInt(String(last)) + 1n}, ${2n ** 62n}, 'x.y', 'aa')`,
  );
  const answer = await send('/audit');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.arrayContaining([
      expect.objectContaining({ action: 'x.y', at: '1970-01-01T00:00:00.000Z' }),
      expect.objectContaining({ action: 'plants.create' }),
    ]),
  ]);
});

test('GET /audit as a file: all entries, and nothing in it is run by a spreadsheet', async () => {
  const { url, db, send, post, tokenFor } = await startStore();
  const admin = trpcClient(url, await tokenFor('admin'));
  await admin.invitations.create.mutate({ role: 'viewer', note: '=cmd|"/c calc"!A1' });
  for (let id = 1; id <= 3; id++) await post({ id, name: 'Fern' });
  const all = await told(db);
  const csv = await send('/audit', { headers: { accept: 'text/csv' } });
  expect(csv.headers.get('content-disposition')).toMatch(
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const lines = (await csv.text()).trimEnd().split('\r\n');
  expect(lines[0]).toBe('number,at,action,by,kind,email,actor,subject,address,requestId,hash');
  expect(lines).toHaveLength(all.length + 1);
  const made = all.find(({ subject }) => subject?.startsWith('=cmd'));
  expect(lines.find((line) => line.startsWith(`${made?.number},`))).toContain(
    `"'=cmd|""/c calc""!A1: viewer"`,
  );
  const ndjson = await send('/audit?about=plants', { headers: { accept: 'application/x-ndjson' } });
  const entries = (await ndjson.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ subject }) => subject)).toEqual(['3', '2', '1']);
});
