import { hash } from 'node:crypto';
import { StoreError } from '@plant-store/schema';

/** How much may be done: `quota` in each window of so many seconds. `name` is what the headers call it. */
export type Policy = { name: string; quota: number; windowSeconds: number };

/** What a key has used in a window, as far as this process knows; `unshared` of it is known to this process alone. */
export type Count = { id: string; endsAt: number; used: number; unshared: number };

export type Limit = {
  readonly policy: Policy;
  /** Uses so much of the key's quota, and gives what is left of it; below 0 if there was not enough, and none is used. */
  take(key: string, amount?: number): number;
  /** Undoes a `take` of that moment, in milliseconds since 1970, if its window is not over. */
  giveBack(key: string, takenAt: number): void;
  /** What is left of the key's quota. */
  left(key: string): number;
  /** The `RateLimit-Policy` header of draft-ietf-httpapi-ratelimit-headers. */
  readonly policyHeader: string;
  /** The `RateLimit` header of the same draft: what is left, and in how many seconds all of it is there again. */
  stateHeader(left: number): string;
  /** Refuses what there was not enough for; `why` says what was too much, and `instead` what to do but wait. */
  refusal(why: string, instead?: string): StoreError;
};

/** How many keys are counted apart in a window; those beyond are counted as one, so that memory has a bound. */
const keysMax = 20_000;
const others = 'others';

/**
 * Counts what is used of a quota, in windows that begin at the same time everywhere: at multiples of their length.
 * @param share is told of counts that other processes should know of; see shared-counts.ts
 */
export function createLimit(policy: Policy, share?: (count: Count) => void): Limit {
  const { name, quota, windowSeconds } = policy;
  const windowMs = windowSeconds * 1000;
  let counts = new Map<string, Count>();
  let endsAt = 0;
  const secondsLeft = () => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));
  const stateHeader = (left: number) => `"${name}";r=${left};t=${secondsLeft()}`;
  const policyHeader = `"${name}";q=${quota};w=${windowSeconds}`;

  function find(key: string): Count {
    const now = Date.now();
    // Or the clock was set back.
    if (now >= endsAt || now < endsAt - windowMs) {
      counts = new Map();
      endsAt = (Math.floor(now / windowMs) + 1) * windowMs;
    }
    return counts.get(key) ?? add(key);
  }
  function add(key: string): Count {
    // What callers make up may be long, and hold what PostgreSQL takes for no text.
    if (!/^[\x20-\x7e]{1,100}$/.test(key)) return find(hash('sha256', key));
    if (counts.size >= keysMax && key !== others) return find(others);
    const count = { id: `${name} ${key}`, endsAt, used: 0, unshared: 0 };
    counts.set(key, count);
    return count;
  }
  function use(count: Count, amount: number): number {
    count.used += amount;
    count.unshared += amount;
    // As long as no process has seen a hundredth of the quota, a hundred of them together have not seen all of it.
    if (share && (amount < 0 || count.used * 100 >= quota)) share(count);
    return quota - count.used;
  }

  return {
    policy,
    take(key, amount = 1) {
      const count = find(key);
      return count.used + amount > quota ? -1 : use(count, amount);
    },
    giveBack(key, takenAt) {
      const count = find(key);
      if (takenAt >= endsAt - windowMs && takenAt < endsAt) use(count, -1);
    },
    left: (key) => Math.max(0, quota - find(key).used),
    policyHeader,
    stateHeader,
    refusal(why, instead) {
      const seconds = secondsLeft();
      return new StoreError(
        'tooManyRequests',
        `${why}; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}${instead ? `, or ${instead}` : ''}`,
        {
          headers: {
            'Retry-After': String(seconds),
            'RateLimit-Policy': policyHeader,
            RateLimit: stateHeader(0),
          },
        },
      );
    },
  };
}
