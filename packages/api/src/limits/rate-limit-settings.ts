import type { Database } from '@plant-store/db';
import { createRateLimit, type RateLimit } from '@plant-store/http';
import { shareCounts } from './shared-counts.ts';

/** The accepted requests a minute; 0 means no limit. */
export type RateLimitSettings = {
  /** From one caller: a token or a person. */
  reads: number;
  writes: number;
  /** From one address, for all of its callers together. */
  addressReads: number;
  addressWrites: number;
  /** Whether unknown tokens and failed sign-ins are unlimited, as in a sandbox. No setting changes it. */
  areFailuresUnlimited?: boolean | undefined;
};
export const unlimited: RateLimitSettings = { reads: 0, writes: 0, addressReads: 0, addressWrites: 0 };

/** The maximum number of invalid tokens a minute from an address. After that, its unknown tokens are not looked up. */
const badTokensMax = 20;

/** The allowed failures: for one account from one network, from one network, and for one account from anywhere. */
export type SignInLimits = { ofLoginAndNetwork: RateLimit; ofNetwork: RateLimit; ofLogin: RateLimit };

export type RateLimits = ReturnType<typeof createRateLimits>;

/** All rate limits; processes with the same database share them. */
export function createRateLimits(db: Database, settings: RateLimitSettings) {
  const shared = db.engine === 'postgresql' ? shareCounts(db) : undefined;
  const aMinute = (name: string, quota: number) =>
    createRateLimit({ name, quota, windowSeconds: 60 }, shared);
  const failures = (quota: number) => (settings.areFailuresUnlimited ? Number.POSITIVE_INFINITY : quota);
  const ifAny = (name: string, quota: number) => (quota > 0 ? aMinute(name, quota) : undefined);
  return {
    callers: { reads: ifAny('reads', settings.reads), writes: ifAny('writes', settings.writes) },
    addresses: {
      reads: ifAny('address-reads', settings.addressReads),
      writes: ifAny('address-writes', settings.addressWrites),
    },
    badTokens: aMinute('bad-tokens', failures(badTokensMax)),
    signIns: {
      ofLoginAndNetwork: aMinute('sign-ins', failures(5)),
      ofNetwork: aMinute('network-sign-ins', failures(20)),
      ofLogin: createRateLimit(
        { name: 'account-sign-ins', quota: failures(100), windowSeconds: 3_600 },
        shared,
      ),
    } satisfies SignInLimits,
    close: async () => shared?.close(),
  };
}
