import type { Database } from '@plant-store/db';
import type { SignInLimits } from '../access/sign-in-guard.ts';
import { createLimit, type Limit } from './limit.ts';
import { shareCounts } from './shared-counts.ts';

/** How many requests a minute are accepted; 0: as many as come. */
export type LimitSettings = {
  /** From one caller: a token, or a person. */
  reads: number;
  writes: number;
  /** From one address, whoever asks there. */
  addressReads: number;
  addressWrites: number;
};
export const noLimits: LimitSettings = { reads: 0, writes: 0, addressReads: 0, addressWrites: 0 };

/** How many tokens that are not valid an address may send in a minute before no more are looked at. */
const badTokensMax = 20;

export type Limits = {
  callers: { reads: Limit | undefined; writes: Limit | undefined };
  addresses: { reads: Limit | undefined; writes: Limit | undefined };
  badTokens: Limit;
  signIns: SignInLimits;
  close(): Promise<void>;
};

/** All limits there are; processes that share a database share them. */
export function createLimits(db: Database, settings: LimitSettings): Limits {
  const shared = db.engine === 'postgresql' ? shareCounts(db) : undefined;
  const aMinute = (name: string, quota: number) => createLimit({ name, quota, windowSeconds: 60 }, shared);
  const ifAny = (name: string, quota: number) => (quota > 0 ? aMinute(name, quota) : undefined);
  return {
    callers: { reads: ifAny('reads', settings.reads), writes: ifAny('writes', settings.writes) },
    addresses: {
      reads: ifAny('address-reads', settings.addressReads),
      writes: ifAny('address-writes', settings.addressWrites),
    },
    badTokens: aMinute('bad-tokens', badTokensMax),
    signIns: {
      ofLoginAndNetwork: aMinute('sign-ins', 5),
      ofNetwork: aMinute('network-sign-ins', 20),
      ofLogin: createLimit({ name: 'account-sign-ins', quota: 100, windowSeconds: 3_600 }, shared),
    },
    close: async () => shared?.close(),
  };
}
