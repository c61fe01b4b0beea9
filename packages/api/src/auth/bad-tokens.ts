import { hash } from 'node:crypto';
import type { RateLimit } from '@plant-store/http';
import type { StoreError } from '@plant-store/schema';
import { LRUCache } from 'lru-cache';

const validMax = 10_000;

export type UnknownTokenLimit = ReturnType<typeof limitUnknownTokens>;

/** Limits unknown tokens, but never one that was valid here: a guesser does not have it (docs/decisions/0016). */
export function limitUnknownTokens(limit: RateLimit, kind: 'token' | 'session') {
  const valid = new LRUCache<string, true>({ max: validMax });
  const lookups = createLookups();
  const keyOf = (network: string) => `${kind} ${network}`;
  const tooMany = (network: string) =>
    limit.refusal(`more than ${limit.policy.quota} invalid ${kind}s came from ${network} within a minute`);
  return {
    /** Counts a malformed token. Gives a StoreError if the network has sent too many. */
    countUnknown: (value: string, network: string): StoreError | undefined =>
      valid.get(hash('sha256', value)) || limit.consume(keyOf(network)) >= 0 ? undefined : tooMany(network),
    /** The result of `read`, unless the network has sent too many unknown tokens: then `read` is not called. */
    async lookUp<Result>(value: string, network: string, read: (value: string) => Promise<Result>) {
      const fingerprint = hash('sha256', value);
      const key = keyOf(network);
      const wasValid = valid.get(fingerprint) === true;
      // At most as many lookups run at the same time as may still fail. Further ones wait for their outcomes.
      while (!wasValid && lookups.count(key) >= limit.left(key)) {
        if (lookups.count(key) === 0) return tooMany(network);
        await lookups.oneEnded(key);
      }
      return lookups.run(key, async () => {
        const result = await read(value);
        if (result) valid.set(fingerprint, true);
        else if (!wasValid) limit.consume(key);
        return result;
      });
    },
  };
}

function createLookups() {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  return {
    count: (key: string) => underWay.get(key)?.size ?? 0,
    oneEnded: (key: string) => Promise.race(underWay.get(key) ?? []).catch(() => undefined),
    async run<Result>(key: string, lookUp: () => Promise<Result>): Promise<Result> {
      const ofKey = underWay.get(key) ?? new Set();
      underWay.set(key, ofKey);
      const promise = lookUp();
      ofKey.add(promise);
      try {
        return await promise;
      } finally {
        ofKey.delete(promise);
        if (ofKey.size === 0) underWay.delete(key);
      }
    },
  };
}
