import { expect, test } from 'vitest';
import { verifyRegistration } from '../../../src/auth/passkeys/passkey-ceremony.ts';
import { stopClock } from '../../clock.ts';
import { ben, refused } from '../../procedures/accounts/people-store.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { createAuthenticator, type Lies } from './authenticator.ts';
import {
  add,
  ann,
  browserCookie,
  type Device,
  enter,
  expectRefusedAlike,
  host,
  join,
  origin,
  signIn,
  somewhere,
  startWithPasskey,
  visitor,
} from './passkey-store.ts';

test('adding a passkey requires the password, this host, and a device that verifies its user', async () => {
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
      message: expect.stringContaining('try again'),
      ...refused(40000),
    });
  const other = await signIn(url, ann);
  const { ticket, options } = await owner.passkeys.startAdding.mutate({ currentPassword: ann.password });
  const answer = { ticket, name: 'Key', response: createAuthenticator(origin).make(options) };
  // Another session cannot use the challenge, which stays valid.
  await expect(other.passkeys.add.mutate(answer)).rejects.toMatchObject(refused(40000));
  await owner.passkeys.add.mutate(answer);
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

test('adding a passkey contacts no address in the certificates of its device', async () => {
  const device = createAuthenticator(origin);
  const challenge = 'c2F5IHRoaXM';
  const made = device.make({ challenge, rp: { id: host }, user: { id: 'YQ' } }, { format: 'android-key' });
  const expected = { host, protocol: 'https', challenge } as const;
  const answer = verifyRegistration({ ...made, clientExtensionResults: {} }, expected);
  await expect(answer).rejects.toThrow('attested in the format android-key');
});

test('every faulty passkey gets the same refusal', async () => {
  const store = await startWithPasskey();
  const { url, device, owner } = store;
  const { client: bens } = await join(store);
  const bensDevice = createAuthenticator(origin);
  await add(bens, bensDevice, { password: ben.password });
  const asked = () => visitor(url).session.startPasskey.mutate();
  const answer = (ticket: string, response: ReturnType<Device['use']>, client = visitor(url)) =>
    client.session.signInByPasskey.mutate({ ticket, response });
  const { options: annsOptions, ticket: toAdd } = await owner.passkeys.startAdding.mutate({
    currentPassword: ann.password,
  });
  await expectRefusedAlike({
    'another origin': () => enter(url, device, { origin: 'https://evil.example' }),
    'a page without TLS': () => enter(url, device, { origin: `http://${host}` }),
    'another relying party': () => enter(url, device, { rpId: 'evil.example' }),
    'an unverified user': () => enter(url, device, { isUserVerified: false }),
    'another challenge': () => enter(url, device, { challenge: 'bm8' }),
    'the user handle of another person': () =>
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
    'another browser': async () => {
      const { ticket, options } = await asked();
      return answer(ticket, device.use(options), visitor(url, { cookie: browserCookie('c') }));
    },
    'a browser without cookies': async () => {
      const client = trpcClient(url, somewhere());
      const { ticket, options } = await client.session.startPasskey.mutate();
      return answer(ticket, device.use(options), client);
    },
    'another host': async () => {
      const client = visitor(url, { 'x-forwarded-host': `${host}:8443` });
      const { ticket, options } = await client.session.startPasskey.mutate();
      return answer(ticket, device.use(options), client);
    },
    'a ticket for another host': async () => {
      const client = visitor(url, { 'x-forwarded-host': 'evil.example' });
      const { ticket, options } = await client.session.startPasskey.mutate();
      return answer(ticket, device.use({ ...options, rpId: host }));
    },
    'an invented ticket': async () => {
      const { options, ticket } = await asked();
      const content = Buffer.from(JSON.stringify({ challenge: options.challenge, until: Date.now() + 1e9 }));
      return answer(`${content.toString('base64url')}.${ticket.split('.')[1]}`, device.use(options));
    },
    'a ticket for adding a passkey': () =>
      answer(toAdd, device.use({ challenge: annsOptions.challenge, rpId: host })),
    'an expired challenge': async () => {
      const clock = stopClock();
      const { ticket, options } = await asked();
      clock.pass(5 * 60);
      return answer(ticket, device.use(options));
    },
  });
  // The correct answer still signs in after all refusals.
  await enter(url, device);
});

test('a browser with a challenge gets a cookie that scripts cannot read and other hosts cannot set', async () => {
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

test('429 for passkeys after five failures of a network, until the minute ends', async () => {
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

test('a host without a name has no passkeys', async () => {
  const { url } = await startStore();
  for (const address of ['127.0.0.1:3000', '[::1]:3000', '10.0.0.7'])
    await expect(
      trpcClient(url, { 'x-forwarded-host': address }).session.startPasskey.mutate(),
    ).rejects.toMatchObject({ message: expect.stringContaining('open the store by a name') });
});
