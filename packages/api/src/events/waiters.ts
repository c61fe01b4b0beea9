import type { ServerResponse } from 'node:http';
import { setImmediate as otherWork } from 'node:timers/promises';
import { type Database, events } from '@plant-store/db';
import { slots } from '@plant-store/http';

/** The time from one look at the audit log to the next, for all waiters together, and the least pause between them. */
const everyMs = 25;
const restMs = 5;
/** The number of waiters that are told of an event before other requests get a turn. */
const toldAtOnce = 20;

export type Page = Awaited<ReturnType<typeof events.read>>;

type Waiter = { after: bigint; endsAt: number } & Omit<PromiseWithResolvers<boolean>, 'promise'>;

type Time = { begun: number; ended?: number | undefined };
const times = new WeakMap<ServerResponse, Time>();

/** The milliseconds for which the request of this answer has waited. In figures a wait is no slow answer. */
export function waitedMs(response: ServerResponse): number {
  const time = times.get(response);
  return time ? (time.ended ?? performance.now()) - time.begun : 0;
}

export type Waiters = ReturnType<typeof createWaiters>;

/** Requests that wait for events. One look at the audit log serves all of them; while nobody waits there is none. */
export function createWaiters(
  db: Database,
  { newest, read }: Pick<typeof events, 'newest' | 'read'> = events,
) {
  const waiting = new Set<Waiter>();
  const reads = new Map<string, Promise<Page>>();
  let isLooking = false;
  let isClosed = false;
  let seen = 0n;
  /** The entries after this one, up to `seen`, are not about plants. */
  let aboutPlants = 0n;

  const lookLater = (ms: number) => void setTimeout(look, ms).unref();

  async function look() {
    const begun = performance.now();
    try {
      if (waiting.size > 0) await tell(await newest(db, seen));
    } catch (cause) {
      for (const { reject } of waiting) reject(cause);
    }
    isLooking = waiting.size > 0;
    if (isLooking) lookLater(Math.max(restMs, everyMs - (performance.now() - begun)));
  }
  async function tell(found: events.Newest) {
    seen = found.last ?? seen;
    aboutPlants = found.aboutPlants ?? aboutPlants;
    const now = performance.now();
    let told = 0;
    for (const { after, endsAt, resolve } of waiting) {
      if (after >= aboutPlants && endsAt > now) continue;
      resolve(after < aboutPlants);
      if (++told % toldAtOnce === 0) await otherWork();
    }
  }

  async function wait(response: ServerResponse, after: bigint, endsAt: number): Promise<boolean> {
    if (isClosed || response.closed) return false;
    const time: Time = times.get(response) ?? { begun: performance.now() };
    if (!times.has(response) && !slots.park(response.req)) return false;
    time.ended = undefined;
    times.set(response, time);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiter = { after, endsAt, resolve, reject };
    const leave = () => resolve(false);
    response.once('close', leave);
    waiting.add(waiter);
    if (!isLooking) {
      isLooking = true;
      seen = aboutPlants = after;
      lookLater(everyMs);
    }
    try {
      return await promise;
    } finally {
      waiting.delete(waiter);
      response.off('close', leave);
      time.ended = performance.now();
    }
  }

  /** Followers are mostly at the same position, so one read serves those that are told at the same time. */
  function readOnce(after: string, limit: number): Promise<Page> {
    const key = `${limit} ${after}`;
    const page = reads.get(key) ?? read(db, { after, limit }).finally(() => reads.delete(key));
    reads.set(key, page);
    return page;
  }

  return {
    /**
     * The page after an empty one as soon as there are events, or the last empty one: at `endsAt` (of
     * `performance.now()`), if the server closes, and if too many wait. The request has no slot then.
     * @throws the error of a look, or of `events.read`
     */
    async nextPage(response: ServerResponse, page: Page, limit: number, endsAt: number): Promise<Page> {
      let next = page;
      while (next.events.length === 0 && next.isEnd) {
        if (!(await wait(response, events.entryOf(next.next), endsAt))) break;
        next = await readOnce(next.next, limit);
      }
      return next;
    },
    count: () => waiting.size,
    /** Ends all waiting, now and later. */
    close() {
      isClosed = true;
      for (const { resolve } of waiting) resolve(false);
    },
  };
}
