import { expect, test } from 'vitest';
import { createAuth } from '../../../src/auth/sign-in.ts';
import { createRateLimits, unlimited } from '../../../src/limits/rate-limit-settings.ts';
import { quickHashing } from '../../quick-hashing.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { ann, ben, clientOf, join, refused, sessionFor, signIn, startWithOwner } from './people-store.ts';

const nowhere = { requestId: 'r', address: '', network: 'nowhere', agent: undefined };

const refusalOf = (ask: () => Promise<unknown>) =>
  ask().then(
    () => undefined,
    (thrown) => thrown,
  );

test('the file of the first token is told to strangers before there is an owner, then to admins', async () => {
  let file: string | undefined = '/srv/plants/first-token';
  const { url, tokenFor } = await startStore({ firstTokenFile: () => file });
  const stranger = trpcClient(url, {});
  const admin = trpcClient(url, await tokenFor('admin'));
  expect(await stranger.people.firstTokenFile.query()).toBe(file);
  await admin.people.createOwner.mutate(ann);
  expect(await stranger.people.firstTokenFile.query()).toBe(null);
  expect(await trpcClient(url, await tokenFor('tokens')).people.firstTokenFile.query()).toBe(null);
  expect(await admin.people.firstTokenFile.query()).toBe(file);
  file = undefined;
  expect(await admin.people.firstTokenFile.query()).toBe(null);
});

test('the account of the first owner requires an admin token and is made once', async () => {
  const { url, tokenFor } = await startStore();
  const stranger = trpcClient(url, {});
  expect(await stranger.people.hasOwner.query()).toBe(false);
  await expect(stranger.people.createOwner.mutate(ann)).rejects.toMatchObject(refused(40100));
  const clerk = trpcClient(url, await tokenFor('plants:write', 'tokens'));
  await expect(clerk.people.createOwner.mutate(ann)).rejects.toMatchObject(refused(40300));
  const admin = trpcClient(url, await tokenFor('admin'));
  const owners = await Promise.allSettled([
    admin.people.createOwner.mutate(ann),
    admin.people.createOwner.mutate(ben),
  ]);
  expect(owners.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await stranger.people.hasOwner.query()).toBe(true);
  expect(await admin.people.list.query()).toHaveLength(1);
  await expect(admin.people.createOwner.mutate(ben)).rejects.toMatchObject({
    message: expect.stringContaining('already has an owner'),
  });
});

test('the database contains no typed text and no secret of a person', async () => {
  const store = await startWithOwner();
  const { code } = await store.owner.invitations.create.mutate({ role: 'clerk', note: 'Ben' });
  const tables = ['people', 'credentials', 'person_sessions', 'invitations', 'secrets'];
  const rows = (await Promise.all(tables.map((table) => store.rows(`SELECT * FROM "${table}"`)))).flat();
  const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(text).toContain('ann@example.com');
  const { secret } = store;
  for (const word of [ann.password, code, secret, decodeURIComponent(secret), secret.split('.')[0] ?? '']) {
    expect(word.length).toBeGreaterThan(10);
    expect(text).not.toContain(word);
  }
});

test('an invitation makes one account in its role, and names its person', async () => {
  const store = await startWithOwner();
  const { code, invitation } = await store.owner.invitations.create.mutate({
    role: 'clerk',
    note: 'Ben, from Monday',
  });
  const hours = (invitation.expiresAt.getTime() - invitation.createdAt.getTime()) / 3_600_000;
  expect(hours).toBe(48);
  const stranger = trpcClient(store.url, {});
  expect(await stranger.invitations.find.query({ code })).toMatchObject({
    role: 'clerk',
    invitedBy: ann.name,
  });
  const made = await Promise.allSettled([
    stranger.invitations.accept.mutate({ code, ...ben }),
    stranger.invitations.accept.mutate({ code, ...ben, email: 'other@example.com' }),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(stranger.invitations.find.query({ code })).rejects.toMatchObject(refused(40400));
  expect((await store.owner.people.list.query()).map(({ role }) => role)).toEqual(['owner', 'clerk']);
  expect(await store.owner.invitations.list.query()).toEqual([]);
});

test('an invitation stays open if its account cannot be made', async () => {
  const store = await startWithOwner();
  const { code } = await store.owner.invitations.create.mutate({ role: 'viewer', note: 'Ben' });
  const stranger = trpcClient(store.url, {});
  const accept = (person: object) => stranger.invitations.accept.mutate({ code, ...ben, ...person });
  await expect(accept({ email: 'ANN@example.com' })).rejects.toMatchObject({
    message: expect.stringContaining('another account'),
    data: { error: 40003, problems: [{ pointer: '/email' }] },
  });
  await expect(accept({ userName: 'aNN' })).rejects.toMatchObject({
    data: { problems: [{ pointer: '/userName' }] },
  });
  await expect(accept({ password: 'short' })).rejects.toMatchObject({
    data: { problems: [{ pointer: '/password', message: 'must have 12 to 128 characters; it has 5' }] },
  });
  await expect(accept({ name: ' ' })).rejects.toMatchObject({ data: { problems: [{ pointer: '/name' }] } });
  expect(await accept({})).toMatchObject({ role: 'viewer' });
});

test('a revoked, expired or invented invitation is refused', async () => {
  const store = await startWithOwner();
  const stranger = trpcClient(store.url, {});
  const back = await store.owner.invitations.create.mutate({ role: 'clerk', note: 'Ben' });
  await store.owner.invitations.remove.mutate({ id: back.invitation.id });
  const old = await store.owner.invitations.create.mutate({ role: 'clerk', note: 'Ben' });
  await store.rows(`UPDATE "invitations" SET "expires_at" = "expires_at" - 48 * 3600000000`);
  for (const code of [back.code, old.code, 'made-up', ''])
    for (const ask of [
      () => stranger.invitations.find.query({ code }),
      () => stranger.invitations.accept.mutate({ code, ...ben }),
      () => stranger.invitations.acceptPassword.mutate({ code, password: ben.password }),
    ])
      await expect(ask()).rejects.toMatchObject(refused(40400));
  expect(await store.owner.invitations.list.query()).toEqual([]);
});

test('the actions of a person are recorded under their name', async () => {
  const store = await startWithOwner();
  const { client } = await join(store, 'clerk');
  await client.plants.create.mutate({ id: 7n, name: 'Fern' });
  const { items } = await client.plants.history.query({ id: 7n });
  expect(items).toMatchObject([{ by: { kind: 'person', name: 'Ben' } }]);
});

test('the sessions of a deactivated person end at once, and signing in is refused', async () => {
  const store = await startWithOwner();
  const { id, client } = await join(store, 'clerk');
  await client.session.get.query();
  await store.owner.people.deactivate.mutate({ id });
  expect(await refusalOf(() => client.session.get.query())).toMatchObject(refused(40101));
  await expect(signIn(store.url, ben.email, ben.password)).rejects.toMatchObject({
    message: expect.stringContaining('ask an owner'),
    ...refused(40104),
  });
  // Only a person with the correct password learns that the account is deactivated.
  await expect(signIn(store.url, ben.email, 'another password')).rejects.toMatchObject(refused(40103));
  expect(await store.owner.people.reactivate.mutate({ id })).not.toHaveProperty('deactivatedAt');
  // Ended sessions stay ended.
  await expect(client.session.get.query()).rejects.toMatchObject(refused(40101));
  await signIn(store.url, ben.email, ben.password);
});

test('a remaining session of a deactivated person is refused', async () => {
  const store = await startWithOwner();
  const { id, client } = await join(store, 'clerk');
  await store.rows(`UPDATE people SET deactivated_at = 1 WHERE id = '${id}'`);
  expect(await refusalOf(() => client.session.get.query())).toMatchObject(refused(40101));
});

test('a new role takes effect at once', async () => {
  const store = await startWithOwner();
  const { id, client } = await join(store, 'clerk');
  await client.session.get.query();
  await store.owner.people.setRole.mutate({ id, role: 'viewer' });
  const failure = await refusalOf(() =>
    client.plants.create.mutate({ id: 1n, name: 'Fern' }).then(() => client.plants.remove.mutate({ id: 1n })),
  );
  expect(failure).toMatchObject({ message: expect.stringContaining('Ben is a viewer'), ...refused(40300) });
});

test('the store always keeps an owner, even with concurrent changes', async () => {
  const store = await startWithOwner();
  const [self] = await store.owner.people.list.query();
  const { owner } = store;
  const id = self?.id ?? '';
  await expect(owner.people.deactivate.mutate({ id })).rejects.toMatchObject(refused(40000));
  await expect(owner.people.setRole.mutate({ id, role: 'clerk' })).rejects.toMatchObject({
    message: expect.stringContaining('make someone else an owner first'),
  });
  const other = await join(store, 'owner');
  const both = await Promise.allSettled([
    owner.people.deactivate.mutate({ id: other.id }),
    other.client.people.setRole.mutate({ id, role: 'viewer' }),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const rows = await store.rows(
    `SELECT "id" FROM "people" WHERE "role" = 'owner' AND "deactivated_at" IS NULL`,
  );
  expect(rows).toHaveLength(1);
});

test('a new password ends every session except the new session', async () => {
  const { url, owner } = await startWithOwner();
  const elsewhere = await signIn(url, 'ann', ann.password);
  const next = 'another long password';
  await expect(
    owner.session.changePassword.mutate({ currentPassword: 'not the present one', newPassword: next }),
  ).rejects.toMatchObject({ data: { error: 40003, problems: [{ pointer: '/currentPassword' }] } });
  const { secret } = await owner.session.changePassword.mutate({
    currentPassword: ann.password,
    newPassword: next,
  });
  expect((await clientOf(url, secret).session.get.query()).name).toBe(ann.name);
  for (const client of [owner, elsewhere])
    expect(await refusalOf(() => client.session.get.query())).toMatchObject(refused(40101));
  await expect(signIn(url, 'ann', ann.password)).rejects.toMatchObject(refused(40103));
  await signIn(url, 'ann', next);
});

test('signing out ends this session; signing out everywhere ends all sessions of the person', async () => {
  const store = await startWithOwner();
  const { client: other } = await join(store, 'clerk');
  const { url, owner } = store;
  const second = await signIn(url, 'ann', ann.password);
  const third = await signIn(url, 'ann', ann.password);
  await second.session.end.mutate();
  expect(await refusalOf(() => second.session.get.query())).toMatchObject(refused(40101));
  await owner.session.get.query();
  await owner.session.endAll.mutate();
  for (const client of [owner, third])
    expect(await refusalOf(() => client.session.get.query())).toMatchObject(refused(40101));
  expect((await other.session.get.query()).name).toBe('Ben');
});

test('an owner makes a link for a new password, which works once', async () => {
  const store = await startWithOwner();
  const { id, client } = await join(store, 'clerk');
  const { code: first } = await store.owner.invitations.createForPassword.mutate({ personId: id });
  const { code } = await store.owner.invitations.createForPassword.mutate({ personId: id });
  const stranger = trpcClient(store.url, {});
  // The earlier link is invalid, and neither of the two creates an account.
  await expect(stranger.invitations.find.query({ code: first })).rejects.toMatchObject(refused(40400));
  await expect(
    stranger.invitations.accept.mutate({ code, ...ben, email: 'x@example.com' }),
  ).rejects.toMatchObject(refused(40400));
  expect(await stranger.invitations.find.query({ code })).toMatchObject({ personId: id, note: 'Ben' });
  const password = 'chosen all anew';
  await stranger.invitations.acceptPassword.mutate({ code, password });
  expect(await refusalOf(() => client.session.get.query())).toMatchObject(refused(40101));
  await expect(stranger.invitations.acceptPassword.mutate({ code, password })).rejects.toMatchObject(
    refused(40400),
  );
  await signIn(store.url, ben.email, password);
});

test('a store without an owner offers to create one, even if it has other accounts', async () => {
  const { url, tokenFor } = await startStore();
  const admin = trpcClient(url, await tokenFor('admin'));
  const { code } = await admin.invitations.create.mutate({ role: 'viewer', note: 'Ben' });
  await trpcClient(url, {}).invitations.accept.mutate({ code, ...ben });
  expect(await trpcClient(url, {}).people.hasOwner.query()).toBe(false);
  await admin.people.createOwner.mutate(ann);
  expect(await trpcClient(url, {}).people.hasOwner.query()).toBe(true);
});

test.each(['deactivate', 'demote'] as const)(
  'after others %s an owner, the former owner cannot reverse that, and loses all other access',
  async (how) => {
    const store = await startWithOwner();
    const other = await join(store, 'owner');
    const { id, client } = other;
    const { code } = await client.invitations.create.mutate({ role: 'owner', note: 'a way back' });
    await client.session.get.query();
    if (how === 'deactivate') await store.owner.people.deactivate.mutate({ id });
    else await store.owner.people.setRole.mutate({ id, role: 'viewer' });
    const [self] = await store.owner.people.list.query();
    // For half a second they still have the cached permissions of an owner.
    for (const act of [
      () => client.people.reactivate.mutate({ id }),
      () => client.people.setRole.mutate({ id, role: 'owner' }),
      () => client.people.deactivate.mutate({ id: self?.id ?? '' }),
      () => client.invitations.create.mutate({ role: 'owner', note: 'another way back' }),
      () => client.invitations.createForPassword.mutate({ personId: self?.id ?? '' }),
    ])
      expect([40300, 40101]).toContain(
        await act().then(
          () => 200,
          (thrown) => thrown.data.error,
        ),
      );
    await expect(trpcClient(store.url, {}).invitations.find.query({ code })).rejects.toMatchObject(
      refused(40400),
    );
    const [, after] = await store.owner.people.list.query();
    expect(after).toMatchObject(
      how === 'deactivate' ? { deactivatedAt: expect.any(Date) } : { role: 'viewer' },
    );
  },
);

test('a new password invalidates the old password and all sessions, even during sign-ins and changes', async () => {
  const { url, db, owner } = await startWithOwner();
  const [self] = await owner.people.list.query();
  const { code } = await owner.invitations.createForPassword.mutate({ personId: self?.id ?? '' });
  const secrets: string[] = [];
  let isOver = false;
  const signInAgainAndAgain = async () => {
    while (!isOver)
      await sessionFor(url, 'ann', ann.password).then(
        (secret) => secrets.push(secret),
        () => undefined,
      );
  };
  const changeAgainAndAgain = async () => {
    while (!isOver)
      await owner.session.changePassword
        .mutate({ currentPassword: ann.password, newPassword: ann.password })
        .then(
          ({ secret }) => secrets.push(secret),
          () => undefined,
        );
  };
  const loops = [signInAgainAndAgain(), signInAgainAndAgain(), changeAgainAndAgain()];
  const next = 'chosen all anew';
  try {
    await expect.poll(() => secrets.length).toBeGreaterThan(2);
    await trpcClient(url, {}).invitations.acceptPassword.mutate({ code, password: next });
  } finally {
    isOver = true;
    await Promise.all(loops);
  }
  const refusals = { add: () => undefined, addSignIn: () => undefined };
  const auth = createAuth(db, createRateLimits(db, unlimited).signIns, refusals, quickHashing);
  for (const secret of secrets) expect(await auth.find(secret)).toBeUndefined();
  await expect(auth.signIn('ann', ann.password, nowhere)).rejects.toMatchObject({ code: 'wrongPassword' });
  await auth.signIn('ann', next, nowhere);
});

test('two concurrent sign-outs from everywhere succeed', async () => {
  const { owner } = await startWithOwner();
  await owner.session.get.query();
  await Promise.all([owner.session.endAll.mutate(), owner.session.endAll.mutate()]);
});
