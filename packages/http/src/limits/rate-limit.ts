import { hash } from 'node:crypto';
import { StoreError } from '@plant-store/schema';

export type Policy = { name: string; quota: number; windowSeconds: number };

/** The use of a key in a window, as this process knows it. `unshared` is the part that is not shared yet. */
export type Count = { id: string; endsAt: number; used: number; unshared: number };

export type Sharing = {
  share(count: Count): void;
  /** Adds a count to those of other processes now. Returns whether that succeeded. */
  shareNow(count: Count): Promise<boolean>;
};

export type RateLimit = {
  readonly policy: Policy;
  /** Uses `amount` of the key's quota. Returns the rest; if it is negative, the quota was too small and is not used. */
  consume(key: string, amount?: number): number;
  /** Shares the use first, so each process exceeds the quota by at most a hundredth; if that fails, it counts alone. */
  consumeShared(key: string, amount?: number): number | Promise<number>;
  /** Undoes a `consume` of that time, in milliseconds since 1970, if its window is not over. */
  refund(key: string, consumedAt: number): void;
  left(key: string): number;
  /** The `RateLimit-Policy` header of draft-ietf-httpapi-ratelimit-headers. */
  readonly policyHeader: string;
  /** The `RateLimit` header of the same draft: the rest, and the seconds until the full quota is available again. */
  stateHeader(left: number): string;
  /** The error for an exceeded quota. `why` names the quota; `instead` gives an alternative to waiting. */
  refusal(why: string, instead?: string): StoreError;
};

/** The maximum number of keys in a window. Further keys share one count, so that memory stays bounded. */
const keysMax = 20_000;
const others = 'others';

/** The windows begin at multiples of their length, at the same time in all processes. */
export function createRateLimit(policy: Policy, sharing?: Sharing): RateLimit {
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
    // The second condition is for a clock that was set back.
    if (now >= endsAt || now < endsAt - windowMs) {
      counts = new Map();
      endsAt = (Math.floor(now / windowMs) + 1) * windowMs;
    }
    return counts.get(key) ?? add(key);
  }
  function add(key: string): Count {
    // A key from a caller may be long, or contain characters that a database refuses in text.
    if (!/^[\x20-\x7e]{1,100}$/.test(key)) return find(hash('sha256', key));
    if (counts.size >= keysMax && key !== others) return find(others);
    const count = { id: `${name} ${key}`, endsAt, used: 0, unshared: 0 };
    counts.set(key, count);
    return count;
  }
  function addUse(count: Count, amount: number): number {
    count.used += amount;
    count.unshared += amount;
    // A hundred processes stay below the quota if each has used less than a hundredth of it.
    if (sharing && (amount < 0 || count.used * 100 >= quota)) sharing.share(count);
    return quota - count.used;
  }

  function consume(key: string, amount = 1): number {
    const count = find(key);
    return count.used + amount > quota ? -1 : addUse(count, amount);
  }
  const hasToWait = ({ used, unshared }: Count, amount: number) =>
    unshared > 0 && unshared + amount > unsharedMax && used + amount <= quota;
  async function consumeOnceShared(key: string, amount: number, { shareNow }: Sharing): Promise<number> {
    for (let count = find(key); hasToWait(count, amount); count = find(key))
      if (!(await shareNow(count))) break;
    return consume(key, amount);
  }

  return {
    policy,
    consume,
    consumeShared(key, amount = 1) {
      return sharing && hasToWait(find(key), amount)
        ? consumeOnceShared(key, amount, sharing)
        : consume(key, amount);
    },
    refund(key, consumedAt) {
      const count = find(key);
      if (consumedAt >= endsAt - windowMs && consumedAt < endsAt) addUse(count, -1);
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
