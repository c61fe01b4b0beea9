import type { Database } from '@plant-store/db';
import { expect, test } from 'vitest';
import { madePasskey } from '../src/passkey-ceremony.ts';
import { createAuthenticator, type Lies } from './authenticator.ts';
import { stopClock } from './clock.ts';
import { startStore } from './store.ts';
import { trpcClient } from './trpc-client.ts';

const host = 'plants.example';
const origin = `https://${host}`;
/** What a browser keeps while somebody signs in. */
const browserCookie = (letter: string) => `__Host-plant-store-browser=${letter.repeat(43)}`;
const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' };
const ben = { name: 'Ben', email: 'ben@example.com', password: 'a staple of the shed' };

let networks = 0;
/** Headers of somebody in a network of their own, as what fails there is limited together. */
const somewhere = () => ({
  'x-forwarded-host': host,
  'x-forwarded-proto': 'https',
  'x-forwarded-for': `10.${networks >> 8}.${networks++ & 255}.1`,
});

type Client = ReturnType<typeof trpcClient>;
const as = (url: string, secret: string): Client =>
  trpcClient(url, { ...somewhere(), cookie: `__Host-plant-store-session=${encodeURIComponent(secret)}` });

/** Somebody in a browser of theirs, who is not signed in. */
const visitor = (url: string, headers = {}): Client =>
  trpcClient(url, { ...somewhere(), cookie: browserCookie('b'), ...headers });

async function signIn(url: string, { email, password }: typeof ann): Promise<Client> {
  const { secret } = await trpcClient(url, somewhere()).session.signIn.mutate({ login: email, password });
  return as(url, secret);
}

/** A store with an owner, who has one passkey. */
async function startWithPasskey(parts: Parameters<typeof startStore>[0] = {}) {
  const store = await startStore(parts);
  await trpcClient(store.url, await store.tokenFor('admin')).people.createOwner.mutate(ann);
  const owner = await signIn(store.url, ann);
  const device = createAuthenticator(origin);
  const passkey = await add(owner, device);
  return { ...store, owner, device, passkey };
}

type Device = ReturnType<typeof createAuthenticator>;

async function add(
  client: Client,
  device: Device,
  { lies = {}, password = ann.password }: { lies?: Lies; password?: string } = {},
) {
  const { ticket, options } = await client.passkeys.startAdding.mutate({ currentPassword: password });
  return client.passkeys.add.mutate({ ticket, name: 'Phone', response: device.make(options, lies) });
}

/** Signs in with a passkey, from a network of its own. */
async function enter(url: string, device: Device, lies: Lies = {}) {
  const client = visitor(url);
  const { ticket, options } = await client.session.startPasskey.mutate();
  const response = device.use(options, lies);
  const { secret } = await client.session.signInByPasskey.mutate({ ticket, response });
  return as(url, secret);
}

/** The store as the server is to see it, with something done around each unit that writes. */
const seenWith = (around: (write: () => Promise<unknown>) => Promise<unknown>) => (db: Database) =>
  Object.create(db, {
    transact: { value: (unit: Parameters<Database['transact']>[0]) => around(() => db.transact(unit)) },
  }) as Database;

async function join({ url, owner }: { url: string; owner: Client }) {
  const { code } = await owner.invitations.create.mutate({ role: 'clerk', note: ben.name });
  const { id } = await trpcClient(url, {}).invitations.accept.mutate({ code, ...ben });
  return { id, client: await signIn(url, ben) };
}

const refused = (error: number) => ({ data: { error } });

/** Asks until what was asked is refused: who has signed in is believed for half a second. */
const refusal = (ask: () => Promise<unknown>) =>
  expect.poll(
    () =>
      ask().then(
        () => undefined,
        (thrown) => thrown.data.error,
      ),
    { interval: 20, timeout: 2_000 },
  );

test('who adds a passkey signs in with it alone, to a session like any other', async () => {
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
  await refusal(() => client.session.get.query()).toBe(40101);
});

test('a passkey is added by who knows the password, of a device that checks who it is, at this host', async () => {
  const { url, owner, passkey, rows } = await startWithPasskey();
  await expect(
    owner.passkeys.startAdding.mutate({ currentPassword: 'another password' }),
  ).rejects.toMatchObject({
    data: { error: 40003, problems: [{ pointer: '/currentPassword' }] },
  });
  const made = async (lies: Lies) => add(owner, createAuthenticator(origin), { lies });
  for (const lies of [
    { origin: 'https://evil.example' },
    { origin: `${origin}:8443` },
    { rpId: 'evil.example' },
    { isUserVerified: false },
    { challenge: 'another' },
  ])
    await expect(made(lies), JSON.stringify(lies)).rejects.toMatchObject({
      message: expect.stringContaining('begin again'),
      ...refused(40000),
    });
  const other = await signIn(url, ann);
  const { ticket, options } = await owner.passkeys.startAdding.mutate({ currentPassword: ann.password });
  const answer = { ticket, name: 'Key', response: createAuthenticator(origin).make(options) };
  // Begun in another session.
  await expect(other.passkeys.add.mutate(answer)).rejects.toMatchObject(refused(40000));
  const another = { ...answer, response: createAuthenticator(origin).make(options) };
  const twice = await Promise.allSettled([
    owner.passkeys.add.mutate(answer),
    owner.passkeys.add.mutate(another),
  ]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(owner.passkeys.add.mutate(answer)).rejects.toMatchObject(refused(40000));
  const clock = stopClock();
  const late = await owner.passkeys.startAdding.mutate({ currentPassword: ann.password });
  clock.pass(5 * 60);
  const response = createAuthenticator(origin).make(late.options);
  await expect(owner.passkeys.add.mutate({ ...answer, ticket: late.ticket, response })).rejects.toMatchObject(
    refused(40000),
  );
  expect((await owner.passkeys.list.query()).map(({ name }) => name)).toEqual([passkey.name, 'Key']);
  expect(await rows('SELECT "id" FROM "passkeys"')).toHaveLength(2);
});

test('what a device says of its make is not looked into, or the certificates in it would have addresses asked', async () => {
  const device = createAuthenticator(origin);
  const challenge = 'c2F5IHRoaXM';
  const made = device.make({ challenge, rp: { id: host }, user: { id: 'YQ' } }, { format: 'android-key' });
  const answer = madePasskey({ ...made, clientExtensionResults: {} }, { host, challenge });
  await expect(answer).rejects.toThrow('attested in the format android-key');
});

test('a passkey that was begun with a password is not added once that is another one, not even at that moment', async () => {
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

test('whatever is wrong with a passkey, it is refused alike', async () => {
  const store = await startWithPasskey();
  const { url, device, owner, passkey } = store;
  const { client: bens } = await join(store);
  const bensDevice = createAuthenticator(origin);
  await add(bens, bensDevice, { password: ben.password });
  const stranger = createAuthenticator(origin);
  const asked = () => visitor(url).session.startPasskey.mutate();
  const answer = (ticket: string, response: ReturnType<Device['use']>, client = visitor(url)) =>
    client.session.signInByPasskey.mutate({ ticket, response });
  const { options: annsOptions, ticket: toAdd } = await owner.passkeys.startAdding.mutate({
    currentPassword: ann.password,
  });
  const ways: Record<string, () => Promise<unknown>> = {
    'another origin': () => enter(url, device, { origin: 'https://evil.example' }),
    'a page without TLS': () => enter(url, device, { origin: `http://${host}` }),
    'another relying party': () => enter(url, device, { rpId: 'evil.example' }),
    'nobody was checked': () => enter(url, device, { isUserVerified: false }),
    'another challenge': () => enter(url, device, { challenge: 'bm8' }),
    'whose it is not': () =>
      enter(url, device, { userHandle: Buffer.from('somebody').toString('base64url') }),
    'the passkey of another person': async () => {
      const { ticket, options } = await asked();
      const response = bensDevice.use(options);
      return answer(ticket, { ...response, id: device.id, rawId: device.id });
    },
    'the signature of another key': async () => {
      const { ticket, options } = await asked();
      const response = bensDevice.use(options, { userHandle: annsOptions.user.id });
      return answer(ticket, { ...response, id: device.id, rawId: device.id });
    },
    'a passkey that is not known': () => enter(url, stranger),
    'another browser': async () => {
      const { ticket, options } = await asked();
      return answer(ticket, device.use(options), visitor(url, { cookie: browserCookie('c') }));
    },
    'a browser that keeps nothing': async () => {
      const client = trpcClient(url, somewhere());
      const { ticket, options } = await client.session.startPasskey.mutate();
      return answer(ticket, device.use(options), client);
    },
    'another host': async () => {
      const client = visitor(url, { 'x-forwarded-host': `${host}:8443` });
      const { ticket, options } = await client.session.startPasskey.mutate();
      return answer(ticket, device.use(options), client);
    },
    'a ticket for a host, taken to another': async () => {
      const client = visitor(url, { 'x-forwarded-host': 'evil.example' });
      const { ticket, options } = await client.session.startPasskey.mutate();
      return answer(ticket, device.use({ ...options, rpId: host }));
    },
    'a ticket that was made up': async () => {
      const { options, ticket } = await asked();
      const content = Buffer.from(JSON.stringify({ challenge: options.challenge, until: Date.now() + 1e9 }));
      return answer(`${content.toString('base64url')}.${ticket.split('.')[1]}`, device.use(options));
    },
    'a ticket for adding one': () =>
      answer(toAdd, device.use({ challenge: annsOptions.challenge, rpId: host })),
    'what was said before': async () => {
      const { ticket, options } = await asked();
      const response = device.use(options);
      await answer(ticket, response);
      return answer(ticket, response);
    },
    'a challenge that was answered by another use': async () => {
      const { ticket, options } = await asked();
      await answer(ticket, device.use(options));
      return answer(ticket, device.use(options));
    },
    'fewer uses than before': () => enter(url, device, { counter: 1 }),
    'a challenge of five minutes ago': async () => {
      const clock = stopClock();
      const { ticket, options } = await asked();
      clock.pass(5 * 60);
      return answer(ticket, device.use(options));
    },
  };
  for (const [way, ask] of Object.entries(ways))
    expect(
      await ask().then(
        () => 'let in',
        ({ message, data }) => ({ message, data: { ...data } }),
      ),
      way,
    ).toMatchObject({
      message: 'this passkey does not sign in here; try again, or sign in with your password',
      data: { error: 40105, httpStatus: 401, problems: [] },
    });
  // After all of it, the right one still lets in; and once it is removed, no more.
  await enter(url, device);
  await owner.passkeys.remove.mutate({ id: passkey.id });
  await expect(enter(url, device)).rejects.toMatchObject(refused(40105));
});

test('a browser that asks for a challenge is given a cookie that no script reads and no other host sets, and keeps it', async () => {
  const { url } = await startStore();
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}/trpc/session.startPasskey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...somewhere(), ...headers },
    });
  const given = (await ask({})).headers.get('set-cookie') ?? '';
  expect(given).toMatch(
    /^__Host-plant-store-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600; Secure$/,
  );
  const [pair = ''] = given.split(';');
  expect((await ask({ cookie: pair })).headers.get('set-cookie')).toBe(given);
  const plain = await ask({
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'localhost:3000',
    cookie: pair,
  });
  expect(plain.headers.get('set-cookie')).toMatch(
    /^plant-store-browser=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/,
  );
});

test('of two answers to a challenge at the same moment, one begins a session', async () => {
  const { url, device } = await startWithPasskey();
  const client = visitor(url);
  const { ticket, options } = await client.session.startPasskey.mutate();
  // Devices that count nothing say 0 each time, so that the count does not tell them apart.
  const responses = [0, 1, 2, 3].map(() => device.use(options, { counter: 0 }));
  const all = await Promise.allSettled(
    responses.map((response) => client.session.signInByPasskey.mutate({ ticket, response })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('of a passkey and a copy of it at the same moment, one begins a session', async () => {
  const { url, device } = await startWithPasskey();
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => enter(url, device, { counter: 7 })));
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('a session that is begun by a passkey while that is removed ends with it', async () => {
  let onWritten: () => Promise<unknown> = async () => undefined;
  const seen = seenWith(async (write) => {
    const result = await write();
    await onWritten();
    return result;
  });
  const { url, device, rows } = await startWithPasskey({ seen });
  await rows('DELETE FROM "person_sessions"');
  // Between the note that it was used, and the session.
  onWritten = () => rows('DELETE FROM "passkeys"');
  await expect(enter(url, device)).rejects.toMatchObject(refused(40105));
  expect(await rows('SELECT "id" FROM "person_sessions"')).toEqual([]);
});

test('who is deactivated does not come in by a passkey, nor stay', async () => {
  const store = await startWithPasskey();
  const { id, client } = await join(store);
  const device = createAuthenticator(origin);
  await add(client, device, { password: ben.password });
  const session = await enter(store.url, device);
  await store.owner.people.deactivate.mutate({ id });
  await expect(enter(store.url, device)).rejects.toMatchObject(refused(40104));
  await refusal(() => session.session.get.query()).toBe(40101);
  await store.owner.people.reactivate.mutate({ id });
  await enter(store.url, device);
});

test('who removes a passkey is signed out everywhere else, and nobody removes that of another', async () => {
  const store = await startWithPasskey();
  const { url, owner, device, passkey } = store;
  const { client: bens } = await join(store);
  await bens.passkeys.remove.mutate({ id: passkey.id });
  expect(await bens.passkeys.list.query()).toEqual([]);
  expect(await owner.passkeys.list.query()).toMatchObject([{ name: 'Phone' }]);
  const elsewhere = await enter(url, device);
  await owner.passkeys.remove.mutate({ id: passkey.id });
  await refusal(() => elsewhere.session.get.query()).toBe(40101);
  expect(await owner.passkeys.list.query()).toEqual([]);
  // Hers, and Ben's.
  expect(await store.rows('SELECT "id" FROM "person_sessions"')).toHaveLength(2);
});

test('a password that one changes leaves the passkeys; one that is chosen by a link leaves none', async () => {
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

test('after five tries that failed, a passkey is refused for the rest of the minute, in that network', async () => {
  const { url, device } = await startWithPasskey();
  stopClock();
  const client = visitor(url);
  const tryOnce = async (lies: Lies) => {
    const { ticket, options } = await client.session.startPasskey.mutate();
    return client.session.signInByPasskey.mutate({ ticket, response: device.use(options, lies) });
  };
  for (let time = 0; time < 5; time++)
    await expect(tryOnce({ isUserVerified: false })).rejects.toMatchObject(refused(40105));
  await expect(tryOnce({})).rejects.toMatchObject(refused(42900));
  await enter(url, device);
});

test('nobody has more than twenty passkeys, and no token has one', async () => {
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
    message: expect.stringContaining('as many as one may have'),
  });
});

test('where the host has no name, there are no passkeys', async () => {
  const { url } = await startStore();
  for (const address of ['127.0.0.1:3000', '[::1]:3000', '10.0.0.7'])
    await expect(
      trpcClient(url, { 'x-forwarded-host': address }).session.startPasskey.mutate(),
    ).rejects.toMatchObject({ message: expect.stringContaining('open the store by a name') });
});
