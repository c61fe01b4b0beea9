import { expect, test } from 'vitest';
import { type Count, createRateLimit } from '../../src/limits/rate-limit.ts';
import { stopClock } from '../clock.ts';

const policy = { name: 'writes', quota: 3, windowSeconds: 60 };
const sharingBy = (share: (count: Count) => void) => ({ share, shareNow: async () => true });

test('the quota is full again after the window, and after the clock was set back', () => {
  const clock = stopClock();
  const limit = createRateLimit(policy);
  const takes = () => [1, 2, 3, 4].map(() => limit.consume('till'));
  expect(takes()).toEqual([2, 1, 0, -1]);
  clock.pass(39);
  expect(limit.consume('till')).toBe(-1);
  expect(limit.stateHeader(0)).toBe('"writes";r=0;t=1');
  clock.pass(1);
  expect(takes()).toEqual([2, 1, 0, -1]);
  clock.pass(-3600);
  expect(takes()).toEqual([2, 1, 0, -1]);
});

test('a refused request does not use up quota', () => {
  const limit = createRateLimit(policy);
  expect([limit.consume('till', 2), limit.consume('till', 2), limit.consume('till', 1)]).toEqual([1, -1, 0]);
});

test('20,000 keys are counted separately, and further keys together', () => {
  stopClock();
  const counted = new Set<Count>();
  const limit = createRateLimit(
    policy,
    sharingBy((count) => counted.add(count)),
  );
  expect(limit.consume('first', 3)).toBe(0);
  for (let key = 1; key < 200_000; key++) limit.consume(`192.0.2.${key}`);
  expect(counted.size).toBe(20_001);
  expect([limit.consume('new'), limit.consume('newer')]).toEqual([-1, -1]);
  expect(limit.consume('192.0.2.1')).toBe(1);
  expect(limit.consume('first')).toBe(-1);
});

test.for(['x'.repeat(100_000), 'a\u0000b', '\ud800', 'ü', ''])(
  'a long key is stored as a short hash (%#)',
  (key) => {
    const counted = new Set<Count>();
    const limit = createRateLimit(
      policy,
      sharingBy((count) => counted.add(count)),
    );
    expect([limit.consume(key), limit.consume(key), limit.consume(`${key}y`)]).toEqual([2, 1, 2]);
    for (const { id } of counted) expect(id).toMatch(/^writes [\x20-\x7e]{1,100}$/);
  },
);

test('a count far below its quota is not shared with other processes', () => {
  const told: number[] = [];
  const limit = createRateLimit(
    { ...policy, quota: 1_000 },
    sharingBy(({ used }) => told.push(used)),
  );
  for (let used = 1; used <= 12; used++) limit.consume('till');
  expect(told).toEqual([10, 11, 12]);
});
