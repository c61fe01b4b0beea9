import { createRateLimit } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { createSignInGuard } from '../../../src/auth/passwords/sign-in-guard.ts';
import { stopClock } from '../../clock.ts';

const wrong = async () => {
  throw new StoreError('wrongPassword', 'wrong');
};
const right = async () => 'in';

function makeGuard() {
  const keys = new Set<string>();
  const limit = (name: string, quota: number, windowSeconds: number) =>
    createRateLimit(
      { name, quota, windowSeconds },
      { share: ({ id }) => keys.add(id), shareNow: async () => true },
    );
  const ofLogin = limit('account', 10, 3_600);
  const guard = createSignInGuard(
    {
      ofLoginAndNetwork: limit('pair', 5, 60),
      ofNetwork: limit('network', 20, 60),
      ofLogin,
    },
    async (_account, network) => network === 'shop',
  );
  const outcome = (login: string, network: string, attempt: () => Promise<unknown>) =>
    guard({ login, network, account: { login } }, attempt).then(
      () => 'in',
      (thrown: StoreError) => thrown.code,
    );
  return { outcome, keys };
}

test('failures from everywhere lock an account in new networks, but not in a known network', async () => {
  stopClock();
  const { outcome } = makeGuard();
  for (let network = 0; network < 10; network++)
    expect(await outcome('ann', `${network}`, wrong)).toBe('wrongPassword');
  expect(await outcome('ann', 'elsewhere', right)).toBe('tooManyRequests');
  expect(await outcome('ann', 'shop', right)).toBe('in');
  expect(await outcome('ben', 'elsewhere', right)).toBe('in');
});

test('the counts of the sign-in guard contain no typed name', async () => {
  const { outcome, keys } = makeGuard();
  await outcome('my secret password', '203.0.113.7', wrong);
  expect(keys.size).toBe(3);
  expect([...keys].join()).not.toContain('secret');
});

test('a successful attempt that ends in the next minute does not allow another attempt', async () => {
  const clock = stopClock();
  const { outcome } = makeGuard();
  const slow = Promise.withResolvers<string>();
  const tries = Array.from({ length: 5 }, () => outcome('ann', 'shop', () => slow.promise));
  clock.pass(60);
  slow.resolve('in');
  expect(await Promise.all(tries)).toEqual(['in', 'in', 'in', 'in', 'in']);
  for (let times = 0; times < 5; times++) expect(await outcome('ann', 'shop', wrong)).toBe('wrongPassword');
  expect(await outcome('ann', 'shop', wrong)).toBe('tooManyRequests');
});

test('attempts do not count if the store could not check them or a limit refused them', async () => {
  stopClock();
  const { outcome } = makeGuard();
  const away = async () => {
    throw new StoreError('unavailable', 'away');
  };
  for (let times = 0; times < 30; times++) expect(await outcome('ann', 'shop', away)).toBe('unavailable');
  expect(await outcome('ann', 'shop', right)).toBe('in');
});
