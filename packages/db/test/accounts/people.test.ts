import { expect, test } from 'vitest';
import { invitations, passkeys, people } from '../../src/index.ts';
import { hashOf } from '../../src/tokens/secrets.ts';
import { emptyStore } from '../store.ts';

const account = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  passwordHash: `hash of ${name}`,
});
const forever = 2n ** 62n;
const nowhere = {};

/** A store with an owner, Ann, and a clerk, Ben, whom she invited. */
async function storeOfTwo() {
  const { db, rows } = await emptyStore();
  const ann = await people.createOwner(db, account('Ann'));
  const byAnn = { actorId: (await people.find(db, ann.id))?.actorId ?? 0n };
  const join = async (name: string, role: 'owner' | 'clerk' = 'clerk') => {
    const { code } = await invitations.create(db, { role, note: name }, byAnn);
    return invitations.accept(db, code, account(name), nowhere);
  };
  const ben = await join('Ben');
  const beginSession = (personId: string, token: string, expiresAt = forever) =>
    rows(`INSERT INTO person_sessions (id, hash, person_id, created_at, updated_at, expires_at)
      VALUES ('${token}', '${hashOf(token)}', '${personId}', 0, 0, ${expiresAt})`);
  const sessions = async () => (await rows('SELECT id FROM person_sessions ORDER BY id')).map(({ id }) => id);
  return { db, rows, ann, ben, byAnn, join, beginSession, sessions };
}

test('a deactivated person has no session, and a reactivation restores none', async () => {
  const { db, ann, ben, byAnn, beginSession, sessions } = await storeOfTwo();
  await beginSession(ann.id, 'of Ann');
  await beginSession(ben.id, 'of Ben');
  await people.deactivate(db, ben.id, byAnn);
  expect(await sessions()).toEqual(['of Ann']);
  await beginSession(ben.id, 'begun meanwhile');
  await people.reactivate(db, ben.id, byAnn);
  expect(await sessions()).toEqual(['of Ann']);
});

test('a password change requires the verified old password and ends the sessions', async () => {
  const { db, ann, ben, beginSession, sessions } = await storeOfTwo();
  await beginSession(ann.id, 'of Ann');
  await beginSession(ben.id, 'of Ben');
  const stored = await people.find(db, ben.id);
  if (!stored) throw new Error('Ben is gone');
  expect(await people.changePassword(db, stored, { from: 'another', to: 'x' }, nowhere)).toBe(false);
  expect(await people.passwordHashFor(db, ben.email)).toBe('hash of Ben');
  expect(await sessions()).toEqual(['of Ann', 'of Ben']);
  expect(await people.changePassword(db, stored, { from: 'hash of Ben', to: 'x' }, nowhere)).toBe(true);
  expect(await people.passwordHashFor(db, ben.email)).toBe('x');
  expect(await sessions()).toEqual(['of Ann']);
});

test('a sign-in is recorded with its session and deletes expired sessions', async () => {
  const { db, ann, ben, beginSession, sessions } = await storeOfTwo();
  await beginSession(ann.id, 'old', 1n);
  await beginSession(ben.id, 'new');
  expect(await people.recordSignIn(db, 'new', byPassword('hash of Ben'))).toBe(true);
  expect(await sessions()).toEqual(['new']);
  expect((await people.find(db, ben.id))?.signedInAt).toBeInstanceOf(Date);
  expect((await people.find(db, ann.id))?.signedInAt).toBeUndefined();
});

test('a sign-in ends without a record if the password changes at the same time', async () => {
  const { db, rows, ben, beginSession, sessions } = await storeOfTwo();
  await beginSession(ben.id, 'late');
  expect(await people.recordSignIn(db, 'late', byPassword('hash before'))).toBe(false);
  expect(await sessions()).toEqual([]);
  expect((await people.find(db, ben.id))?.signedInAt).toBeUndefined();
  expect(await rows('SELECT 1 FROM known_networks')).toEqual([]);
});

test('a sign-in of a deactivated person adds no known network', async () => {
  const { db, rows, ben, byAnn, beginSession } = await storeOfTwo();
  await people.deactivate(db, ben.id, byAnn);
  await beginSession(ben.id, 'late');
  await people.recordSignIn(db, 'late', byPassword('hash of Ben'));
  expect(await rows('SELECT 1 FROM known_networks')).toEqual([]);
});

test('a passkey that the account already has is refused', async () => {
  const { db, ann, ben, byAnn } = await storeOfTwo();
  const passkey = {
    ...{ name: 'Key', origin: 'https://example.com', credentialId: 'key', publicKey: '', counter: 0 },
    ...{ transports: [], backup: 'none' as const },
  };
  const add = ({ id, name }: typeof ann) => {
    const answered = { challenge: `of ${name}`, until: new Date('2100-01-01') };
    return passkeys.add(db, id, passkey, { passwordHash: `hash of ${name}`, answered }, byAnn);
  };
  expect(await add(ann)).toMatchObject(passkey);
  await expect(add(ben)).rejects.toMatchObject({
    code: 'badRequest',
    message: 'this passkey is already registered; sign in with it',
  });
});

const byPassword = (hash: string) => ({
  proof: { method: 'password', hash } as const,
  source: nowhere,
  network: '192.0.2.7',
});

test('a deactivated owner does not count as an owner', async () => {
  const { db, rows, ann, byAnn, join } = await storeOfTwo();
  const olga = await join('Olga', 'owner');
  await people.deactivate(db, olga.id, byAnn);
  for (const lose of [
    () => people.deactivate(db, ann.id, byAnn),
    () => people.setRole(db, ann.id, 'clerk', byAnn),
  ])
    await expect(lose()).rejects.toMatchObject({ code: 'badRequest' });
  await rows(`UPDATE people SET deactivated_at = 1 WHERE id = '${ann.id}'`);
  expect(await people.hasOwner(db)).toBe(false);
  await people.createOwner(db, account('Otto'));
  expect(await people.hasOwner(db)).toBe(true);
});

test('if two owners deactivate each other at the same moment, one owner stays active', async () => {
  const { db, ann, byAnn, join } = await storeOfTwo();
  for (let round = 0; round < 5; round++) {
    const olga = await join(`Olga${round}`, 'owner');
    const byOlga = { actorId: (await people.find(db, olga.id))?.actorId ?? 0n };
    await Promise.allSettled([
      people.deactivate(db, olga.id, byAnn),
      people.setRole(db, ann.id, 'clerk', byOlga),
    ]);
    expect(await people.hasOwner(db)).toBe(true);
    await people.setRole(db, ann.id, 'owner', { actorId: 0n });
    await people.deactivate(db, olga.id, byAnn);
  }
});

test('a deactivated person gets no password link; only the later of two links works', async () => {
  const { db, ben, byAnn } = await storeOfTwo();
  const { code: first } = await invitations.createPasswordReset(db, ben.id, byAnn);
  const { code: second } = await invitations.createPasswordReset(db, ben.id, byAnn);
  await expect(invitations.resetPassword(db, first, 'x', nowhere)).rejects.toMatchObject({
    code: 'notFound',
  });
  await invitations.resetPassword(db, second, 'x', nowhere);
  expect(await people.passwordHashFor(db, ben.email)).toBe('x');
  await people.deactivate(db, ben.id, byAnn);
  await expect(invitations.createPasswordReset(db, ben.id, byAnn)).rejects.toThrow('Ben is deactivated');
});

test('a link works only once, and only for an account or for a password', async () => {
  const { db, ben, byAnn } = await storeOfTwo();
  const { code: forPassword } = await invitations.createPasswordReset(db, ben.id, byAnn);
  const { code: forAccount } = await invitations.create(db, { role: 'clerk', note: 'Cleo' }, byAnn);
  const notFound = { code: 'notFound' };
  await expect(invitations.accept(db, forPassword, account('Eve'), nowhere)).rejects.toMatchObject(notFound);
  await expect(invitations.resetPassword(db, forAccount, 'x', nowhere)).rejects.toMatchObject(notFound);
  await invitations.accept(db, forAccount, account('Cleo'), nowhere);
  await expect(invitations.accept(db, forAccount, account('Dan'), nowhere)).rejects.toMatchObject(notFound);
});

test('if several people use a link at the same moment, only one gets the account', async () => {
  const { db, byAnn } = await storeOfTwo();
  const { code } = await invitations.create(db, { role: 'clerk', note: 'Cleo' }, byAnn);
  const outcomes = await Promise.allSettled(
    ['Cleo', 'Dan', 'Eve', 'Fay'].map((name) => invitations.accept(db, code, account(name), nowhere)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await people.list(db)).toHaveLength(3);
});

test('one of two people with one e-mail address is refused and can use the link again', async () => {
  const { db, byAnn } = await storeOfTwo();
  const invite = (note: string) => invitations.create(db, { role: 'clerk', note }, byAnn);
  const codes = [(await invite('Cleo')).code, (await invite('Dan')).code];
  const outcomes = await Promise.allSettled(
    codes.map((code) => invitations.accept(db, code, account('Cleo'), nowhere)),
  );
  const refused = outcomes.findIndex(({ status }) => status === 'rejected');
  expect(outcomes[refused]).toMatchObject({
    reason: { code: 'invalidField', problems: [{ pointer: '/email' }] },
  });
  expect(await people.list(db)).toHaveLength(3);
  await invitations.accept(db, codes[refused] ?? '', account('Dan'), nowhere);
  expect(await people.list(db)).toHaveLength(4);
});

test('a link works for 48 hours', async () => {
  const { db, rows, byAnn } = await storeOfTwo();
  const { code, invitation } = await invitations.create(db, { role: 'clerk', note: 'Cleo' }, byAnn);
  expect(invitation.expiresAt.getTime() - invitation.createdAt.getTime()).toBe(48 * 3_600_000);
  await rows('UPDATE invitations SET expires_at = expires_at - 172800000000');
  expect(await invitations.find(db, code)).toBeUndefined();
  expect(await invitations.list(db)).toEqual([]);
  await expect(invitations.accept(db, code, account('Cleo'), nowhere)).rejects.toMatchObject({
    code: 'notFound',
  });
});
