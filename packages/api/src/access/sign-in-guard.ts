import { hash } from 'node:crypto';
import { createRecent } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { Limit } from '../limits/limit.ts';
import { GuessablePassword } from './guessable-password.ts';

/** How many sign-ins may fail: to one account from one network, from one network, and to one account from anywhere. */
export type SignInLimits = { ofLoginAndNetwork: Limit; ofNetwork: Limit; ofLogin: Limit };

/** How many places are remembered from which an account was signed in to. */
const knownMax = 10_000;

type Try = { login: string; network: string };
export type SignInGuard = <Result>(who: Try, attempt: () => Promise<Result>) => Promise<Result>;

/**
 * Slows down who guesses passwords, whether there is such an account or not. Each try is counted when it begins, so that
 * a hundred at once are no way around, and is given back if it was right. A network from which the account was signed
 * in to is not held up by what others try elsewhere, or anybody could lock somebody out.
 *
 * The guard throws StoreError `tooManyRequests`, before `attempt` is made; else what `attempt` throws.
 */
export function createSignInGuard({ ofLoginAndNetwork, ofNetwork, ofLogin }: SignInLimits): SignInGuard {
  const known = createRecent<string, true>(knownMax);
  return async ({ login, network }, attempt) => {
    // Counts may be kept in the database, and some type their password where the name belongs.
    const who = hash('sha256', login);
    const place = `${network} ${who}`;
    const giveBack = takeAll([
      [ofLoginAndNetwork, place],
      [ofNetwork, network],
      ...(known.get(place) ? [] : ([[ofLogin, who]] as const)),
    ]);
    try {
      const result = await attempt();
      giveBack();
      known.set(place, true);
      return result;
    } catch (cause) {
      // What the store could not answer says nothing about the password.
      if (cause instanceof StoreError && cause.code === 'unavailable') giveBack();
      // Who chooses a bad one has come so far by what is right, and must not hold up others; but is not asked without end.
      if (cause instanceof GuessablePassword) giveBack(ofLoginAndNetwork);
      throw cause;
    }
  };
}

/** Uses one of each limit, or none; gives what undoes it, but for one that is to be kept. @throws StoreError `tooManyRequests` */
function takeAll(wanted: (readonly [Limit, string])[]): (kept?: Limit) => void {
  const takenAt = Date.now();
  const taken: (readonly [Limit, string])[] = [];
  const giveBack = (kept?: Limit) => {
    for (const [limit, key] of taken) if (limit !== kept) limit.giveBack(key, takenAt);
  };
  for (const [limit, key] of wanted) {
    if (limit.take(key) < 0) {
      giveBack();
      throw limit.refusal('too many tries failed');
    }
    taken.push([limit, key]);
  }
  return giveBack;
}
