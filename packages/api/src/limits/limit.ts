import { hash } from 'node:crypto';
import { StoreError } from '@plant-store/schema';

/** How much may be done: `quota` in each window of so many seconds. `name` is what the headers call it. */
export type Policy = { name: string; quota: number; windowSeconds: number };

/** What a key has used in a window, as far as this process knows. The database has not confirmed `unshared` of it. */
export type Count = { id: string; endsAt: number; used: number; unshared: number };

/** How several processes add up their counts; see shared-counts.ts. */
export type Sharing = {
  /** Has a count added up with those of other processes soon. */
  share(count: Count): void;
  /** Has it added up now. Returns whether the database answered. */
  shareNow(count: Count): Promise<boolean>;
};

export type Limit = {
  readonly policy: Policy;
  /** Uses so much of the key's quota. Returns what is left; below 0, there was not enough, and nothing was used. */
  take(key: string, amount?: number): number;
  /**
   * The same, but first waits until other processes know of all but a hundredth of the quota that was used here. So each
   * process goes beyond the quota by a hundredth at most. If the database does not answer, each process counts alone.
   */
  takeTogether(key: string, amount?: number): number | Promise<number>;
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
 * @param sharing adds up the counts of several processes, where there may be several
 */
export function createLimit(policy: Policy, sharing?: Sharing): Limit {
  const { name, quota, windowSeconds } = policy;
  const unsharedMax = Math.max(1, Math.floor(quota / 100));
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
    if (sharing && (amount < 0 || count.used * 100 >= quota)) sharing.share(count);
    return quota - count.used;
  }

  function take(key: string, amount = 1): number {
    const count = find(key);
    return count.used + amount > quota ? -1 : use(count, amount);
  }
  /** Whether other processes must first learn what was used here. A larger amount waits until they know all of it. */
  const hasToWait = ({ used, unshared }: Count, amount: number) =>
    unshared > 0 && unshared + amount > unsharedMax && used + amount <= quota;
  async function takeLater(key: string, amount: number, { shareNow }: Sharing): Promise<number> {
    for (let count = find(key); hasToWait(count, amount); count = find(key))
      if (!(await shareNow(count))) break;
    return take(key, amount);
  }

  return {
    policy,
    take,
    takeTogether(key, amount = 1) {
      return sharing && hasToWait(find(key), amount) ? takeLater(key, amount, sharing) : take(key, amount);
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
