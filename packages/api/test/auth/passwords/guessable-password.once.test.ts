import { expect, test } from 'vitest';
import { assertHardToGuess } from '../../../src/auth/passwords/guessable-password.ts';
import { stopClock } from '../../clock.ts';
import { ann, ben, join, refused, signIn, startWithOwner } from '../../procedures/accounts/people-store.ts';
import { quickHashing } from '../../quick-hashing.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';

const jurgen = { name: 'Jürgen Groß-Müller', email: 'jgm.plants@nursery.example', userName: 'rootstock' };

/** The reason why `password` is refused; `undefined` if it is accepted. */
const reasonOf = (password: string, whose = {}) =>
  assertHardToGuess(password, whose, 'password').then(
    () => undefined,
    (thrown) => thrown.message,
  );

test.each([
  ...['password1234', 'qwertyuiop123', '123456789012', 'aaaaaaaaaaaa', 'iloveyou1234', 'letmeinplease'],
  ...['P@ssw0rd2026!', 'Summer2026!!', 'hellohellohello', '1qaz2wsx3edc', 'abcdefghijklmnop', '4321drowssap'],
  ...['a'.repeat(128), 'password'.repeat(16), 'ｐａｓｓｗｏｒｄ１２３４', '𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝𝟏𝟐𝟑𝟒'],
])('%s is refused as a common password or a pattern', async (password) => {
  const reason = await reasonOf(password);
  expect(reason).toMatch(/^password is too common; use three or more unrelated words$/);
  expect(reason).not.toContain(password);
});

test.each([
  ...['plantstore2026', 'Plant Store 2026', 'plant-store-1234', 'Pl4ntSt0re!!!', 'the plants123'],
  ...['Jürgen Groß-Müller', 'jurgengrossmuller1', 'jurgen.gross.muller', 'grossmuller99', 'rootstock2026'],
  ...['jgm.plants@nursery.example', 'jgm.plants2026', 'nursery12345', 'jgm-plants-nursery'],
])('%s is refused for a person, address or store of that name', async (password) => {
  const reason = await reasonOf(password, jurgen);
  expect(reason).toMatch(
    /^password is too easy to guess because it uses your name, e-mail or the store's name; use /,
  );
  expect(reason).not.toContain(password);
});

test.each([...['rosa.plantstore.2026', 'plantstore rosa klein!', 'Rosa at Plant Store']])(
  '%s is refused with any number of parts of the name',
  async (password) => {
    const reason = await reasonOf(password, { name: 'Rosa Klein', email: 'rosa@klein.example' });
    expect(reason).toMatch(/^password is too easy to guess because it uses your name, /);
  },
);

test.each([
  ...['monstera deliciosa', 'green thumb nursery', 'succulents and cacti', 'orchids roses tulips'],
  ...['Monstera2026!!', 'greenhouse-garden-99', 'watering can 2026', 'Hydrangea Rhododendron'],
])('%s is refused, as it consists of trade words', async (password) => {
  const reason = await reasonOf(password, ann);
  expect(reason).toMatch(/^password is too easy to guess because it is made of plant and garden words; use /);
  expect(reason).not.toContain(password);
});

test.each([
  ['Anna Müller', ['Müller2026!!', 'annamüller12', 'anna-müller1', 'Muller2026!!']],
  ['François Lefèvre', ['lefèvre2026!', 'FrançoisLefèvre']],
  ['Łukasz Śliwiński', ['śliwiński1985']],
  ['Mary O’Brien', ["o'brien12345", 'O’Brien12345', 'obrien123456']],
  ['Jürgen Groß-Müller', ['Groß-Müller1985']],
])('%s is recognised in every spelling of the name', async (name, passwords) => {
  for (const password of passwords)
    expect([password, await reasonOf(password, { name })]).toEqual([
      password,
      expect.stringMatching(/^password is too easy to guess because it uses your name/),
    ]);
});

test.each([
  ...['correct horse battery', 'a staple of the shed', 'wet boots by the door', 'gänseblümchen im märz'],
  ...['lavender tractor envelope', 'rose 83610475920183', 'ferns on the 7th shelf'],
  ...['x7!qLr0zPw3d', 'my plants need water daily', '雨の日は温室で本を読みます', 'Kj2-vvR8-qpL0'],
])('%s is accepted', async (password) => {
  expect(await reasonOf(password, jurgen)).toBeUndefined();
});

// The time grows with the square of the length: checking 128 characters would delay other requests.
test('only the first 32 characters of a password are checked', async () => {
  const strong = 'x7!qLr0zPw3d my plants need water daily';
  expect(await reasonOf(strong, jurgen)).toBeUndefined();
  expect(await reasonOf('a'.repeat(32) + strong, jurgen)).toMatch(/^password is too common/);
});

const weak = 'password1234';
const refusedAt = (field: string) => ({
  message: expect.stringContaining(`${field} is too common`),
  data: {
    error: 40003,
    httpStatus: 400,
    problems: [
      {
        pointer: `/${field}`,
        message: expect.stringMatching(/^is too common; use three/),
        kind: 'commonPassword',
      },
    ],
  },
});
const ownAt = (field: string) => ({
  data: {
    error: 40003,
    problems: [
      {
        pointer: `/${field}`,
        message: expect.stringMatching(/^is too easy to guess because it uses your name/),
        kind: 'passwordOfOwnWords',
      },
    ],
  },
});

test('the owner of a new store cannot choose an easy password', async () => {
  const { url, tokenFor } = await startStore();
  const admin = trpcClient(url, await tokenFor('admin'));
  const choose = (password: string) => admin.people.createOwner.mutate({ ...ann, password });
  await expect(choose(weak)).rejects.toMatchObject(refusedAt('password'));
  for (const own of ['anngardener2026', 'ann@example.com', 'plantstore2026'])
    await expect(choose(own)).rejects.toMatchObject(ownAt('password'));
  expect(await admin.people.hasOwner.query()).toBe(false);
  await choose(ann.password);
});

test('an invited person cannot choose an easy password, and the invitation stays open', async () => {
  const { url, owner } = await startWithOwner();
  const { code } = await owner.invitations.create.mutate({ role: 'clerk', note: 'Ben' });
  const person = { ...ben, name: 'Benedict Loam', userName: 'mulcher' };
  const choose = (password: string) =>
    trpcClient(url, {}).invitations.accept.mutate({ code, ...person, password });
  await expect(choose(weak)).rejects.toMatchObject(refusedAt('password'));
  for (const own of ['benedictloam1', 'mulcher2026!', 'ben@example.com'])
    await expect(choose(own)).rejects.toMatchObject(ownAt('password'));
  expect(await choose(ben.password)).toMatchObject({ role: 'clerk' });
});

test('a person with a password link cannot choose a password of words from the account', async () => {
  const store = await startWithOwner();
  const { id } = await join(store, 'clerk', { ...ben, name: 'Benedict Loam' });
  const { code } = await store.owner.invitations.createForPassword.mutate({ personId: id });
  const choose = (password: string) =>
    trpcClient(store.url, {}).invitations.acceptPassword.mutate({ code, password });
  await expect(choose(weak)).rejects.toMatchObject(refusedAt('password'));
  for (const own of ['benedictloam1', 'ben@example.com'])
    await expect(choose(own)).rejects.toMatchObject(ownAt('password'));
  await signIn(store.url, ben.email, ben.password);
  await choose('chosen all anew');
  await signIn(store.url, ben.email, 'chosen all anew');
});

test('a change to an easy password is refused, and an easy old password still signs in', async () => {
  const { url, owner, rows } = await startWithOwner();
  const choose = (currentPassword: string, newPassword: string, client = owner) =>
    client.session.changePassword.mutate({ currentPassword, newPassword });
  await expect(choose(ann.password, weak)).rejects.toMatchObject(refusedAt('newPassword'));
  for (const own of ['anngardener2026', 'plantstore2026'])
    await expect(choose(ann.password, own)).rejects.toMatchObject(ownAt('newPassword'));
  await owner.session.get.query();
  await rows(`UPDATE "credentials" SET "password" = '${await quickHashing.hash(weak)}'`);
  await expect(signIn(url, 'ann', ann.password)).rejects.toMatchObject(refused(40103));
  const client = await signIn(url, 'ann', weak);
  await choose(weak, 'wet boots by the door', client);
  await signIn(url, 'ann', 'wet boots by the door');
});

test('a limit refuses new passwords after five easy ones, without effect on other people', async () => {
  stopClock();
  const { url, owner } = await startWithOwner();
  for (const who of ['Ben', 'Cem', 'Dan', 'Eve', 'Fay']) {
    const { code } = await owner.invitations.create.mutate({ role: 'clerk', note: who });
    const choose = (password: string) =>
      trpcClient(url, {}).invitations.accept.mutate({ code, ...ben, password });
    for (let tries = 0; tries < 5; tries++)
      await expect(choose(weak)).rejects.toMatchObject(refusedAt('password'));
    await expect(choose(weak)).rejects.toMatchObject(refused(42900));
  }
  await signIn(url, 'ann', ann.password);
});
