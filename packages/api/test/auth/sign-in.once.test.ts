import { scryptSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { stopClock } from '../clock.ts';
import { ann, ben, clientOf, refused, signIn, startWithOwner } from '../procedures/accounts/people-store.ts';
import { quickHashing } from '../quick-hashing.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

test('a person signs in by e-mail address or user name in any spelling', async () => {
  const { url, owner } = await startWithOwner();
  expect(await owner.session.get.query()).toMatchObject({
    kind: 'person',
    name: ann.name,
    role: 'owner',
    login: { email: 'ann@example.com', userName: 'ann' },
    scopes: ['admin'],
  });
  for (const login of ['ann@example.com', ' ANN@EXAMPLE.COM ', 'ann', 'ANN']) {
    const client = await signIn(url, login, ann.password);
    expect((await client.session.get.query()).name).toBe(ann.name);
  }
});

test('a wrong password and an unknown account get the same refusal', async () => {
  const { url } = await startWithOwner();
  const refusals = await Promise.all(
    [
      ['ann@example.com', 'wrong password 1'],
      ['nobody@example.com', ann.password],
      ['ann', 'wrong password 1'],
      ['nobody', ann.password],
      ['not an e-mail @', ann.password],
      ['', ann.password],
      ['ann', ''],
      ['ann', 'x'.repeat(1_000)],
      ["' OR 1=1 --", ann.password],
      ['a\u0000b', ann.password],
    ].map(async ([login = '', password = '']) => {
      const failure = await signIn(url, login, password).catch((thrown) => thrown);
      return { message: failure.message, ...failure.data };
    }),
  );
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  expect(refusals[0]).toMatchObject({ error: 40103, httpStatus: 401 });
});

test('an invented session, a changed session and a session of another store are refused', async () => {
  const { url, secret: ours } = await startWithOwner();
  const { secret: foreign } = await startWithOwner();
  const [token = '', signature = ''] = ours.split('.');
  for (const secret of [
    token,
    `${token}.`,
    `${token}.${'A'.repeat(43)}%3D`,
    `${'A'.repeat(32)}.${signature}`,
    foreign,
  ])
    await expect(clientOf(url, secret).session.get.query()).rejects.toMatchObject(refused(40101));
});

test('guessing is limited for known and unknown accounts, and the owner can still sign in elsewhere', async () => {
  const clock = stopClock();
  const { url } = await startWithOwner();
  const from = (address: string) => trpcClient(url, { 'x-forwarded-for': address });
  for (const login of ['ann@example.com', 'nobody@example.com']) {
    const tries = await Promise.all(
      Array.from({ length: 8 }, () =>
        from('203.0.113.7')
          .session.signIn.mutate({ login, password: 'guessed' })
          .catch((thrown) => thrown.data.error),
      ),
    );
    expect(tries.toSorted()).toEqual([40103, 40103, 40103, 40103, 40103, 42900, 42900, 42900]);
  }
  const right = { login: 'ann@example.com', password: ann.password };
  await expect(from('203.0.113.7').session.signIn.mutate(right)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^too many failed attempts for this account from this network; try again in \d+ seconds?$/,
    ),
    ...refused(42900),
  });
  await from('203.0.113.8').session.signIn.mutate(right);
  clock.pass(60);
  await from('203.0.113.7').session.signIn.mutate(right);
});

test('repeated successful sign-ins are not limited', async () => {
  const { url } = await startWithOwner();
  for (let times = 0; times < 8; times++) await signIn(url, 'ann', ann.password);
});

test('a session does not allow guessing the password', async () => {
  stopClock();
  const { owner } = await startWithOwner();
  const errors: number[] = [];
  for (let times = 0; times < 6; times++)
    errors.push(
      await owner.session.changePassword
        .mutate({ currentPassword: 'guessed', newPassword: 'another long password' })
        .then(
          () => 200,
          (thrown) => thrown.data.error,
        ),
    );
  expect(errors).toEqual([40003, 40003, 40003, 40003, 40003, 42900]);
});

test('the number of answers that reveal an account to the holder of an invitation is limited', async () => {
  stopClock();
  const store = await startWithOwner();
  const { code } = await store.owner.invitations.create.mutate({ role: 'clerk', note: 'Ben' });
  const errors: number[] = [];
  for (let times = 0; times < 6; times++)
    errors.push(
      await trpcClient(store.url, {})
        .invitations.accept.mutate({ code, ...ben, email: 'ann@example.com' })
        .then(
          () => 200,
          (thrown) => thrown.data.error,
        ),
    );
  expect(errors).toEqual([40003, 40003, 40003, 40003, 40003, 42900]);
});

test('an error message contains neither a password nor a code', async () => {
  const store = await startWithOwner();
  const { code } = await store.owner.invitations.create.mutate({ role: 'clerk', note: 'Ben' });
  const stranger = trpcClient(store.url, {});
  const refusals = await Promise.all([
    stranger.invitations.accept.mutate({ code, ...ben, password: 'hunter2' }).catch(String),
    stranger.invitations.acceptPassword.mutate({ code, password: 'hunter2' }).catch(String),
    store.owner.session.changePassword
      .mutate({ currentPassword: 'hunter2', newPassword: 'hunter2' })
      .catch(String),
    stranger.invitations.find.query({ code: 7 as never }).catch(String),
    stranger.session.signIn.mutate({ login: 'ann', password: 7_654_321 as never }).catch(String),
  ]);
  for (const refusal of refusals) {
    expect(refusal).toMatch(/must have|must be|expected/);
    expect(refusal).not.toMatch(/hunter2|7654321|sent: 7/);
  }
});

test('an invented code in a link costs no password hash', async () => {
  const hash = vi.fn(quickHashing.hash);
  const { url } = await startWithOwner({ hashing: { ...quickHashing, hash } });
  // The owner's password is the only hash.
  expect(hash).toHaveBeenCalledTimes(1);
  const stranger = trpcClient(url, {});
  await expect(stranger.invitations.accept.mutate({ code: 'made up', ...ben })).rejects.toMatchObject(
    refused(40400),
  );
  expect(hash).toHaveBeenCalledTimes(1);
});

test('passwords are hashed with scrypt by default', async () => {
  const { url, rows } = await startWithOwner({ hashing: 'scrypt' });
  const [credential] = await rows('SELECT "password" FROM "credentials"');
  const [salt = '', key = ''] = String(credential?.password).split(':');
  // The cost that better-auth documents.
  const options = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 27 };
  expect(scryptSync(ann.password, salt, 64, options).toString('hex')).toBe(key);
  await signIn(url, ann.email, ann.password);
});
