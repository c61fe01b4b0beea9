import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Database, events } from '@plant-store/db';
import { slots } from '@plant-store/http';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createWaiters, type Page } from '../../src/events/waiters.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(slots, 'park').mockReturnValue(true);
});

/** Waiters on a log of which the test sets the newest entries; `looks` has the entry after which each look began. */
function onLog(log: { last: bigint; aboutPlants: bigint }) {
  vi.spyOn(events, 'entryOf').mockImplementation(BigInt);
  const looks: bigint[] = [];
  const read = vi.fn(async (_db: Database, { after = '' }: { after?: string | undefined }): Promise<Page> => {
    const hasEvents = BigInt(after) < log.aboutPlants;
    return { events: hasEvents ? [{} as Page['events'][0]] : [], next: String(log.last), isEnd: true };
  });
  const newest = vi.fn(async (_db: Database, seen: bigint): Promise<events.Newest> => {
    looks.push(seen);
    const after = (number: bigint) => (number > seen ? number : null);
    return { last: after(log.last), aboutPlants: after(log.aboutPlants) };
  });
  const { nextPage, count } = createWaiters({} as Database, { newest, read });
  /** Waits after an entry, for up to so many seconds; gives the number of events. */
  const wait = async (after: bigint, seconds = 30) => {
    const page = { events: [], next: String(after), isEnd: true };
    const response = new EventEmitter() as ServerResponse;
    return (await nextPage(response, page, 100, performance.now() + seconds * 1000)).events.length;
  };
  return { looks, newest, read, count, wait };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('one look every 25 ms and one read serve all waiters; without waiters there is no look', async () => {
  const log = { last: 10n, aboutPlants: 10n };
  const { looks, read, wait } = onLog(log);
  await pass(1_000);
  const waits = Array.from({ length: 100 }, () => wait(10n));
  await pass(1_000);
  expect(looks).toHaveLength(40);
  Object.assign(log, { last: 11n, aboutPlants: 11n });
  await pass(25);
  expect(new Set(await Promise.all(waits))).toEqual(new Set([1]));
  await pass(1_000);
  expect(looks).toHaveLength(41);
  expect(read.mock.calls.length).toBeLessThan(10);
  expect(vi.getTimerCount()).toBe(0);
});

test('entries that are not about plants cause no read; the next look begins after them', async () => {
  const log = { last: 10n, aboutPlants: 10n };
  const { looks, read, count, wait } = onLog(log);
  const waited = wait(10n);
  log.last = 12n;
  await pass(75);
  expect([count(), looks]).toEqual([1, [10n, 12n, 12n]]);
  await pass(30_000);
  expect([await waited, read.mock.calls]).toEqual([0, []]);
});

test('a waiter whose read was older than a look of others learns of the entries between', async () => {
  const log = { last: 10n, aboutPlants: 10n };
  const { wait } = onLog(log);
  void wait(10n);
  Object.assign(log, { last: 12n, aboutPlants: 11n });
  void wait(12n);
  await pass(25);
  const [late, early] = [wait(10n), wait(12n, 5)];
  await pass(5_025);
  expect([await late, await early]).toEqual([1, 0]);
});

test('a failed look ends all waiting with its error, and there is none before somebody waits again', async () => {
  const log = { last: 10n, aboutPlants: 10n };
  const { newest, wait } = onLog(log);
  const reason = new Error('away');
  newest.mockRejectedValueOnce(reason);
  const outcomes = Promise.allSettled([wait(10n), wait(10n)]);
  await pass(1_000);
  expect(await outcomes).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(newest).toHaveBeenCalledTimes(1);
  const again = wait(10n);
  Object.assign(log, { last: 11n, aboutPlants: 11n });
  await pass(25);
  expect(await again).toBe(1);
});
