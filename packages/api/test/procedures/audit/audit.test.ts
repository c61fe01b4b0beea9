import { randomUUID } from 'node:crypto';
import { auditLog, purgeExpired, startCodes } from '@plant-store/db';
import { expect, test } from 'vitest';
import { procedures } from '../../../src/procedures/router.ts';
import { createAuthenticator } from '../../auth/passkeys/authenticator.ts';
import {
  type Credentials,
  callProcedure,
  cookieOf,
  passwordOf,
  startWithCallers,
} from '../../owasp/callers.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { told } from './told.ts';

/** These procedures begin an action; the log records only its completion. */
const untold = ['passkeys.startAdding', 'session.startPasskey'];

test('each writing procedure and each import records one entry with actor and source', async () => {
  const { url, db, token, person, tokenFor, send } = await startWithCallers();
  const host = { 'x-forwarded-host': 'plants.example', 'x-forwarded-proto': 'https' };
  const address = '192.0.2.7';
  const covered = new Set(untold);
  type Expected = Record<string, unknown>;
  type Result = Record<string, Record<string, string>> & Record<string, string>;

  /** Calls a procedure, and expects its audit entry. */
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

  const { items } = await trpcClient(url, token.admin).activity.list.query({});
  const group = items.find(({ kind, by }) => kind === 'additions' && by?.name === 'Olga');
  await does(
    'activity.undoAdditions',
    owner.cookie,
    { id: group?.id, last: group?.last },
    { action: 'plants.undo', subject: receipt, ...olga },
  );

  const till = { name: 'till', scopes: ['plants:read'] };
  const made = await does('tokens.create', owner.cookie, till, {
    action: 'tokens.create',
    subject: 'till: plants:read',
    ...olga,
  });
  const { id } = made;
  await does('tokens.rotate', owner.cookie, { id }, { action: 'tokens.rotate', subject: 'till', ...olga });
  await does('tokens.revoke', owner.cookie, { id }, { action: 'tokens.revoke', subject: 'till', ...olga });

  const receiver = 'https://shop.example/plants';
  const hook = await does(
    'webhooks.create',
    owner.cookie,
    { url: receiver },
    { action: 'webhooks.create', subject: receiver, ...olga },
  );
  await does(
    'webhooks.remove',
    owner.cookie,
    { id: hook.id },
    { action: 'webhooks.remove', subject: receiver, ...olga },
  );

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

  const vera = { by: { kind: 'person', name: 'Vera' } };
  const signedIn = await does(
    'session.signIn',
    host,
    { login: viewer.email, password },
    { action: 'sessions.signIn', subject: 'by password', ...vera },
  );
  // A change of the password begins a new session.
  await does(
    'session.changePassword',
    cookieOf(String(signedIn.secret)),
    { currentPassword: password, newPassword: 'another long password' },
    [
      { action: 'people.changePassword', subject: 'Vera (vera@example.com)', ...vera },
      { action: 'sessions.signIn', ...vera },
    ],
  );
  const again = await does(
    'session.signIn',
    host,
    { login: viewer.email, password: 'another long password' },
    { action: 'sessions.signIn' },
  );
  const cookie = {
    ...host,
    cookie: `__Host-plant-store-session=${encodeURIComponent(String(again.secret))}`,
    'sec-fetch-site': 'same-origin',
  };

  const device = createAuthenticator('https://plants.example');
  const begun = await trpcClient(url, cookie).passkeys.startAdding.mutate({
    currentPassword: 'another long password',
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

  // The last actions end sessions and accounts.
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
  const other = await startStore();
  const code = await startCodes.create(other.db);
  await trpcClient(other.url, {}).people.createOwnerByLink.mutate({ code: String(code), ...account });
  expect((await told(other.db)).at(-1)).toMatchObject({
    action: 'people.createOwner',
    subject: 'Ben (ben@example.com)',
    by: { kind: 'person', name: 'Ben' },
  });
  covered.add('people.createOwnerByLink');

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

test('upkeep records its deletions', async () => {
  const { db, rows, send, post } = await startStore();
  await post({ id: 7, name: 'Fern' });
  await send('/plants/7', { method: 'DELETE' });
  await rows('UPDATE plant_versions SET purged_at = 1 WHERE purged_at IS NOT NULL');
  await purgeExpired(db);
  await purgeExpired(db);
  const last = (await told(db)).at(-1);
  expect(last).toMatchObject({
    action: 'plants.purge',
    subject: '1 plants',
    by: undefined,
    requestId: undefined,
  });
});

test('a refusal is recorded once a minute for each reason and caller, without any input', async () => {
  const store = await startWithCallers();
  const { url, db, token, person } = store;
  const refusals = async () =>
    (await told(db))
      .filter(({ action }) => action.startsWith('refusals'))
      .map(
        ({ action, by, subject, address }) =>
          `${action} by ${by?.kind === 'token' ? 'a token' : by?.name} of ${subject} from ${address}`,
      )
      .sort();
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const bad = { authorization: `Bearer plt_${'x'.repeat(49)}` };
  for (let tries = 0; tries < 3; tries++) {
    await fetch(`${url}/plants`, { headers: { ...bad, ...from('192.0.2.1') } });
    await fetch(`${url}/trpc/plants.list`, { headers: { ...bad, ...from('192.0.2.1') } });
    await fetch(`${url}/audit`, { headers: { ...token['plants:read'], ...from('192.0.2.2') } });
    await fetch(`${url}/trpc/people.list`, { headers: { ...person.viewer.cookie, ...from('192.0.2.3') } });
  }
  await store.rows(`UPDATE tokens SET revoked_us = created_us WHERE scope = 'imports'`);
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
      'refusals.endedToken by undefined of GET /plants from 192.0.2.4',
      'refusals.scope by Vera of people.list from 192.0.2.3',
      'refusals.scope by a token of GET /audit from 192.0.2.2',
      'refusals.signIn by undefined of Carl (carl@example.com) from 192.0.2.6',
      'refusals.signIn by undefined of Vera (vera@example.com) from 192.0.2.5',
      'refusals.signIn by undefined of undefined from 192.0.2.5',
      'refusals.signIn by undefined of undefined from 192.0.2.5',
      'refusals.unknownToken by undefined of GET /plants from 192.0.2.1',
    ]);
  expect(JSON.stringify(await store.rows('SELECT subject FROM audit_entries'))).not.toContain(typed);
});

test('a sign-in of a deactivated person is recorded with the account, by password and by passkey', async () => {
  const { url, db, person } = await startWithCallers();
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

test("setting a person's present role or state again is not recorded", async () => {
  const { url, db, person } = await startWithCallers();
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

test('the end of an invitation whose author has lost the permission is recorded', async () => {
  const { url, db, token, person } = await startWithCallers();
  await trpcClient(url, person.owner.cookie).invitations.create.mutate({ role: 'owner', note: 'Eve' });
  const before = (await told(db)).length;
  // An operator uses a token to deactivate the first owner.
  const admin = trpcClient(url, token.admin);
  await admin.people.setRole.mutate({ id: person.clerk.id, role: 'owner' });
  await admin.people.deactivate.mutate({ id: person.owner.id });
  expect((await told(db)).slice(before)).toMatchObject([
    { action: 'people.setRole', subject: 'Carl (carl@example.com): owner' },
    { action: 'people.deactivate', subject: 'Olga (olga@example.com)' },
    { action: 'people.takeBackInvitation', subject: 'Eve', by: { kind: 'token' } },
  ]);
});
