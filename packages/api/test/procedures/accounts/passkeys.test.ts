import type { Database } from '@plant-store/db';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../auth/passkeys/authenticator.ts';
import {
  add,
  ann,
  type Device,
  enter,
  expectRefusedAlike,
  host,
  join,
  origin,
  startWithPasskey,
  visitor,
} from '../../auth/passkeys/passkey-store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { ben, refused } from './people-store.ts';

/** The store of the server, which calls `around` for each transaction. */
const seenWith = (around: (write: () => Promise<unknown>) => Promise<unknown>) => (db: Database) =>
  Object.create(db, {
    transaction: {
      value: (work: Parameters<Database['transaction']>[0]) => around(() => db.transaction(work)),
    },
  }) as Database;

const errorOf = (ask: () => Promise<unknown>) =>
  ask().then(
    () => undefined,
    (thrown) => thrown.data.error,
  );

test('a passkey signs its person in without a password', async () => {
  const { url, owner, device, passkey } = await startWithPasskey();
  expect(passkey).toMatchObject({ name: 'Phone', origin, backup: 'none' });
  expect(passkey).not.toHaveProperty('usedAt');
  const { options } = await owner.passkeys.startAdding.mutate({ currentPassword: ann.password });
  expect(options).toMatchObject({
    rp: { id: host },
    attestation: 'none',
    excludeCredentials: [{ id: device.id, transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16);
  const client = await enter(url, device);
  const session = await client.session.get.query();
  expect(session).toMatchObject({ kind: 'person', name: 'Ann', role: 'owner', scopes: ['admin'] });
  expect(session.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3600_000);
  expect((await client.passkeys.list.query())[0]?.usedAt).toBeInstanceOf(Date);
  expect((await owner.people.list.query())[0]?.signedInAt).toBeInstanceOf(Date);
  await owner.session.endAll.mutate();
  expect(await errorOf(() => client.session.get.query())).toBe(40101);
});

test('a challenge to add a passkey is accepted only once, even by concurrent requests', async () => {
  const { owner, passkey, rows } = await startWithPasskey();
  const { ticket, options } = await owner.passkeys.startAdding.mutate({ currentPassword: ann.password });
  const answer = { ticket, name: 'Key', response: createAuthenticator(origin).make(options) };
  const another = { ...answer, response: createAuthenticator(origin).make(options) };
  const twice = await Promise.allSettled([
    owner.passkeys.add.mutate(answer),
    owner.passkeys.add.mutate(another),
  ]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(owner.passkeys.add.mutate(answer)).rejects.toMatchObject(refused(40000));
  expect((await owner.passkeys.list.query()).map(({ name }) => name)).toEqual([passkey.name, 'Key']);
  expect(await rows('SELECT "id" FROM "passkeys"')).toHaveLength(2);
});

test('a passkey is not added after or during a change of the password', async () => {
  let before: () => Promise<unknown> = async () => undefined;
  const seen = seenWith(async (write) => {
    await before();
    return write();
  });
  const { owner, rows } = await startWithPasskey({ seen });
  const change = () => rows(`UPDATE "credentials" SET "password" = "password" || ' anew'`);
  const { ticket, options } = await owner.passkeys.startAdding.mutate({ currentPassword: ann.password });
  const addIt = () => {
    const response = createAuthenticator(origin).make(options);
    return owner.passkeys.add.mutate({ ticket, name: 'Key', response });
  };
  before = change;
  await expect(addIt()).rejects.toMatchObject(refused(40000));
  before = async () => undefined;
  await expect(addIt()).rejects.toMatchObject(refused(40000));
  expect(await rows('SELECT "id" FROM "passkeys"')).toHaveLength(1);
});

test('an unknown passkey and a replayed answer are refused like any faulty passkey', async () => {
  const { url, device, owner, passkey } = await startWithPasskey();
  const stranger = createAuthenticator(origin);
  const asked = () => visitor(url).session.startPasskey.mutate();
  const answer = (ticket: string, response: ReturnType<Device['use']>) =>
    visitor(url).session.signInByPasskey.mutate({ ticket, response });
  await expectRefusedAlike({
    'an unknown passkey': () => enter(url, stranger),
    'a repeated answer': async () => {
      const { ticket, options } = await asked();
      const response = device.use(options);
      await answer(ticket, response);
      return answer(ticket, response);
    },
    'an answered challenge': async () => {
      const { ticket, options } = await asked();
      await answer(ticket, device.use(options));
      return answer(ticket, device.use(options));
    },
    'a lower counter than before': () => enter(url, device, { counter: 1 }),
  });
  await enter(url, device);
  await owner.passkeys.remove.mutate({ id: passkey.id });
  await expect(enter(url, device)).rejects.toMatchObject(refused(40105));
});

test('only one of two concurrent answers to a challenge begins a session', async () => {
  const { url, device } = await startWithPasskey();
  const client = visitor(url);
  const { ticket, options } = await client.session.startPasskey.mutate();
  // Authenticators without a counter always report 0, so the counter does not distinguish the answers.
  const responses = [0, 1, 2, 3].map(() => device.use(options, { counter: 0 }));
  const all = await Promise.allSettled(
    responses.map((response) => client.session.signInByPasskey.mutate({ ticket, response })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('if a passkey and its copy are used at the same moment, only one of them begins a session', async () => {
  const { url, device } = await startWithPasskey();
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => enter(url, device, { counter: 7 })));
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('removing a passkey also ends a session that begins meanwhile', async () => {
  let onWritten: () => Promise<unknown> = async () => undefined;
  const seen = seenWith(async (write) => {
    const result = await write();
    await onWritten();
    return result;
  });
  const { url, device, rows } = await startWithPasskey({ seen });
  await rows('DELETE FROM "person_sessions"');
  // This code runs between the record of the passkey's use and the new session.
  onWritten = () => rows('DELETE FROM "passkeys"');
  await expect(enter(url, device)).rejects.toMatchObject(refused(40105));
  expect(await rows('SELECT "id" FROM "person_sessions"')).toEqual([]);
});

test('a deactivated person cannot sign in by a passkey, and their session ends', async () => {
  const store = await startWithPasskey();
  const { id, client } = await join(store);
  const device = createAuthenticator(origin);
  await add(client, device, { password: ben.password });
  const session = await enter(store.url, device);
  await store.owner.people.deactivate.mutate({ id });
  await expect(enter(store.url, device)).rejects.toMatchObject(refused(40104));
  expect(await errorOf(() => session.session.get.query())).toBe(40101);
  await store.owner.people.reactivate.mutate({ id });
  await enter(store.url, device);
});

test("removing a passkey ends other sessions, and never removes another person's passkey", async () => {
  const store = await startWithPasskey();
  const { url, owner, device, passkey } = store;
  const { client: bens } = await join(store);
  await bens.passkeys.remove.mutate({ id: passkey.id });
  expect(await bens.passkeys.list.query()).toEqual([]);
  expect(await owner.passkeys.list.query()).toMatchObject([{ name: 'Phone' }]);
  const elsewhere = await enter(url, device);
  await owner.passkeys.remove.mutate({ id: passkey.id });
  expect(await errorOf(() => elsewhere.session.get.query())).toBe(40101);
  expect(await owner.passkeys.list.query()).toEqual([]);
  // The sessions of Ann and of Ben.
  expect(await store.rows('SELECT "id" FROM "person_sessions"')).toHaveLength(2);
});

test('a password change keeps the passkeys, and a password link removes them', async () => {
  const store = await startWithPasskey();
  const { url, owner, device } = store;
  const { id, client: bens } = await join(store);
  const bensDevice = createAuthenticator(origin);
  await add(bens, bensDevice, { password: ben.password });
  await bens.session.changePassword.mutate({
    currentPassword: ben.password,
    newPassword: 'another long password',
  });
  await enter(url, bensDevice);
  const { code } = await owner.invitations.createForPassword.mutate({ personId: id });
  await trpcClient(url, {}).invitations.acceptPassword.mutate({ code, password: 'chosen all anew' });
  await expect(enter(url, bensDevice)).rejects.toMatchObject(refused(40105));
  await enter(url, device);
});

test('a person has at most twenty passkeys, and a token has none', async () => {
  const { url, owner, rows, tokenFor } = await startWithPasskey();
  const token = trpcClient(url, await tokenFor('admin'));
  await expect(token.passkeys.list.query()).rejects.toMatchObject(refused(40000));
  const columns =
    '"person_id", "name", "origin", "public_key", "counter", "transports", "backup", "created_at"';
  for (let number = 1; number < 20; number++)
    await rows(
      `INSERT INTO "passkeys" ("id", "credential_id", ${columns}) SELECT '${number}', '${number}', ${columns} FROM "passkeys" WHERE "name" = 'Phone' LIMIT 1`,
    );
  await expect(add(owner, createAuthenticator(origin))).rejects.toMatchObject({
    message: expect.stringContaining('passkeys, the maximum'),
  });
});
