import { hash } from 'node:crypto';
import type { Account, RequestSource, StoredPerson } from '@plant-store/db';
import type { RateLimit } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import type { SignInLimits } from '../../limits/rate-limit-settings.ts';
import { GuessablePassword } from './guessable-password.ts';

/** The source of a sign-in. `network` is the key of the address in rate limits. */
export type SignInSource = RequestSource & { address: string; network: string; agent: string | undefined };

type Try = { login: string; network: string; account?: Account };
export type SignInGuard = <Result>(who: Try, attempt: () => Promise<Result>) => Promise<Result>;

/** Checks the password, then calls `act` with person and stored hash. @throws StoreError `invalidField` if wrong */
export type WithPassword = <Result>(
  id: string,
  password: string,
  signInSource: SignInSource,
  act: (person: StoredPerson, hash: string) => Promise<Result>,
) => Promise<Result>;

/**
 * An attempt counts from its beginning, so that concurrent attempts count too; a successful one is refunded.
 * Failures elsewhere do not block a network with a recent sign-in (`isKnown`): they would lock the owner out.
 * @throws StoreError `tooManyRequests` before `attempt` begins, or the error of `attempt`
 */
export function createSignInGuard(
  { ofLoginAndNetwork, ofNetwork, ofLogin }: SignInLimits,
  isKnown: (account: Account, network: string) => Promise<boolean>,
): SignInGuard {
  return async ({ login, network, account }, attempt) => {
    // The database may store the counts, and some people type their password into the name field.
    const who = hash('sha256', login);
    const tries = createTries();
    // These limits are checked first, as they bound the queries for known networks.
    tries.consume(
      ofLoginAndNetwork,
      `${network} ${who}`,
      'too many failed attempts for this account from this network',
    );
    tries.consume(ofNetwork, network, 'too many failed attempts from this network');
    try {
      if (!account || !(await isKnown(account, network)))
        tries.consume(ofLogin, who, 'too many failed attempts for this account', elsewhere);
      const result = await attempt();
      tries.refund();
      return result;
    } catch (cause) {
      // The store did not answer, so the password may have been correct.
      if (cause instanceof StoreError && cause.code === 'unavailable') tries.refund();
      // The new password is easy to guess, but the old one or the link was valid. Only this limit counts the attempt.
      if (cause instanceof GuessablePassword) tries.refund(ofLoginAndNetwork);
      throw cause;
    }
  };
}

const elsewhere = 'sign in with a passkey, or from a network where you signed in within the last 90 days';

function createTries() {
  const consumedAt = Date.now();
  const taken: (readonly [RateLimit, string])[] = [];
  const refund = (kept?: RateLimit) => {
    for (const [limit, key] of taken) if (limit !== kept) limit.refund(key, consumedAt);
  };
  return {
    /** Uses one attempt of a limit. @throws StoreError `tooManyRequests`, and refunds the attempt to all limits */
    consume(limit: RateLimit, key: string, why: string, instead?: string) {
      if (limit.consume(key) < 0) {
        refund();
        throw limit.refusal(why, instead);
      }
      taken.push([limit, key]);
    },
    refund,
  };
}
