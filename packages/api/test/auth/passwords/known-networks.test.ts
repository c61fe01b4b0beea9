import { people, purgeExpired } from '@plant-store/db';
import { createRateLimit } from '@plant-store/http';
import { expect, test } from 'vitest';
import { createAuth } from '../../../src/auth/sign-in.ts';
import { createRateLimits, unlimited } from '../../../src/limits/rate-limit-settings.ts';
import { stopClock } from '../../clock.ts';
import { ann, join, startWithOwner } from '../../procedures/accounts/people-store.ts';
import { quickHashing } from '../../quick-hashing.ts';
import type { Store } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { host, startWithPasskey } from '../passkeys/passkey-store.ts';

const refusals = { add: () => undefined, addSignIn: () => undefined };
const day = 86_400_000_000n;

const placeIn = (network: string) => ({ requestId: 'r', address: '', network, agent: undefined });
const outcomeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (thrown) => thrown.code,
  );

/** Sign-in as in a new process on this store. Two failures lock an account. */
function newAuth({ db }: Pick<Store, 'db'>) {
  const ofLogin = createRateLimit({ name: 'account-sign-ins', quota: 2, windowSeconds: 3_600 });
  return createAuth(db, { ...createRateLimits(db, unlimited).signIns, ofLogin }, refusals, quickHashing);
}

function newProcess(store: Pick<Store, 'db'>) {
  const auth = newAuth(store);
  return (network: string, password: string, login = 'ann') =>
    outcomeOf(auth.signIn(login, password, placeIn(network)));
}

/** Sign-in as in a new process, after two failures from another network have locked Ann's account. */
async function lockedProcess(store: Pick<Store, 'db'>) {
  const signIn = newProcess(store);
  for (const network of ['afar 1', 'afar 2']) expect(await signIn(network, 'guessed')).toBe('wrongPassword');
  expect(await signIn('afar 3', ann.password)).toBe('tooManyRequests');
  return signIn;
}

test('after a restart, a person signs in to a locked account from a known network', async () => {
  stopClock();
  const store = await startWithOwner();
  expect(await newProcess(store)('shop', ann.password, ann.email)).toBe('in');
  const signIn = await lockedProcess(store);
  expect(await signIn('shop', ann.password)).toBe('in');
  expect(await signIn('shop', 'guessed')).toBe('wrongPassword');
  expect(await signIn('elsewhere', ann.password)).toBe('tooManyRequests');
});

test('a lock blocks no password change and no passkey sign-in from a known network', async () => {
  stopClock();
  const { db, device } = await startWithPasskey();
  const [{ id = '' } = {}] = await people.list(db);
  const auth = newAuth({ db });
  const browser = { host, protocol: 'https' as const, secret: 'b'.repeat(43) };
  const change = (network: string, currentPassword: string) =>
    outcomeOf(auth.changePassword(id, { currentPassword, newPassword: 'chosen all anew' }, placeIn(network)));
  const usePasskey = async (network: string, isRight: boolean) => {
    const { ticket, options } = await auth.passkeys.startSignIn(browser);
    const response = { ...device.use(options), clientExtensionResults: {} };
    const given = { ticket: isRight ? ticket : 'made up', response };
    return outcomeOf(auth.passkeys.signIn(given, browser, placeIn(network)));
  };
  expect(await usePasskey('shop', true)).toBe('in');
  for (const network of ['afar 1', 'afar 2']) {
    expect(await change(network, 'guessed')).toBe('invalidField');
    expect(await usePasskey(network, false)).toBe('wrongPasskey');
  }
  expect(await usePasskey('afar 3', true)).toBe('tooManyRequests');
  expect(await usePasskey('shop', true)).toBe('in');
  expect(await change('afar 3', ann.password)).toBe('tooManyRequests');
  expect(await change('shop', ann.password)).toBe('in');
});

test('a network stays known for 90 days, and upkeep then deletes it', async () => {
  stopClock();
  const store = await startWithOwner();
  const age = (count: bigint) =>
    store.rows(`UPDATE known_networks SET signed_in_at = signed_in_at - ${count * day}`);
  expect(await newProcess(store)('shop', ann.password)).toBe('in');
  await age(89n);
  await purgeExpired(store.db);
  const signIn = await lockedProcess(store);
  await age(1n);
  expect(await signIn('shop', ann.password)).toBe('tooManyRequests');
  expect(await store.rows('SELECT network FROM known_networks')).toHaveLength(2);
  await purgeExpired(store.db);
  expect(await store.rows('SELECT network FROM known_networks')).toEqual([]);
});

test('a sign-in renews its network; a person has at most 50 known networks', async () => {
  stopClock();
  const store = await startWithOwner();
  await store.rows('DELETE FROM known_networks');
  const signIn = newProcess(store);
  await signIn('shop', ann.password);
  // Networks of one day to 51 days ago; the network of the shop is older.
  await store.rows(`UPDATE known_networks SET signed_in_at = signed_in_at - ${60n * day}`);
  const days = Array.from({ length: 51 }, (_, index) => BigInt(index + 1));
  await store.rows(
    `INSERT INTO known_networks (person_id, network, signed_in_at) ${days
      .map(
        (count) =>
          `SELECT person_id, 'network ${count}', signed_in_at + ${(60n - count) * day} FROM known_networks WHERE network = 'shop'`,
      )
      .join(' UNION ALL ')}`,
  );
  expect(await signIn('shop', ann.password)).toBe('in');
  const kept = (await store.rows('SELECT network FROM known_networks')).map(({ network }) => network);
  expect(kept.toSorted()).toEqual(
    ['shop', ...days.slice(0, 49).map((count) => `network ${count}`)].toSorted(),
  );
});

test('a new password keeps the networks of a person, and deactivation deletes them', async () => {
  const store = await startWithOwner();
  const { id } = await join(store, 'clerk');
  const networks = () => store.rows(`SELECT network FROM known_networks WHERE person_id = '${id}'`);
  const { code } = await store.owner.invitations.createForPassword.mutate({ personId: id });
  await trpcClient(store.url, {}).invitations.acceptPassword.mutate({ code, password: 'chosen all anew' });
  expect(await networks()).toEqual([{ network: '127.0.0.1' }]);
  await store.owner.people.deactivate.mutate({ id });
  expect(await networks()).toEqual([]);
});
