import { hash } from 'node:crypto';
import type { Account } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { Limit } from '../limits/limit.ts';
import { GuessablePassword } from './guessable-password.ts';

/** How many sign-ins may fail: to one account from one network, from one network, and to one account from anywhere. */
export type SignInLimits = { ofLoginAndNetwork: Limit; ofNetwork: Limit; ofLogin: Limit };

/** `login` names the account in the counts; `account` finds its known networks, where it may have some. */
type Try = { login: string; network: string; account?: Account };
export type SignInGuard = <Result>(who: Try, attempt: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a guard that limits how often passwords can be guessed, whether there is such an account or not. It counts each
 * try when it begins, so that a hundred at once are counted too, and gives a right one back. Failures elsewhere do not
 * lock a network from which the account was signed in to lately: otherwise anybody could lock somebody out.
 *
 * The guard throws StoreError `tooManyRequests` before `attempt` begins, or what `attempt` throws.
 * @param isKnown whether the account was signed in to from this network lately
 */
export function createSignInGuard(
  { ofLoginAndNetwork, ofNetwork, ofLogin }: SignInLimits,
  isKnown: (account: Account, network: string) => Promise<boolean>,
): SignInGuard {
  return async ({ login, network, account }, attempt) => {
    // Counts may be kept in the database, and some type their password where the name belongs.
    const who = hash('sha256', login);
    const tries = createTries();
    // These come first: they bound how often the database is asked whether the network is known.
    tries.take(
      ofLoginAndNetwork,
      `${network} ${who}`,
      'too many tries for this account failed from this network',
    );
    tries.take(ofNetwork, network, 'too many tries failed from this network');
    try {
      if (!account || !(await isKnown(account, network)))
        tries.take(ofLogin, who, 'too many tries for this account failed', elsewhere);
      const result = await attempt();
      tries.giveBack();
      return result;
    } catch (cause) {
      // The store did not answer, so nobody knows whether the password was right.
      if (cause instanceof StoreError && cause.code === 'unavailable') tries.giveBack();
      // The new password is easy to guess, but the old one or the link was right. Only this limit keeps the try.
      if (cause instanceof GuessablePassword) tries.giveBack(ofLoginAndNetwork);
      throw cause;
    }
  };
}

const elsewhere = 'sign in with a passkey, or from a network where you signed in within the last 90 days';

/** What one try has used of several limits. */
function createTries() {
  const takenAt = Date.now();
  const taken: (readonly [Limit, string])[] = [];
  /** Undoes what was taken, but for the limit that is to be kept. */
  const giveBack = (kept?: Limit) => {
    for (const [limit, key] of taken) if (limit !== kept) limit.giveBack(key, takenAt);
  };
  return {
    /** Uses one of a limit. @throws StoreError `tooManyRequests`, after which nothing of any limit is used */
    take(limit: Limit, key: string, why: string, instead?: string) {
      if (limit.take(key) < 0) {
        giveBack();
        throw limit.refusal(why, instead);
      }
      taken.push([limit, key]);
    },
    giveBack,
  };
}
