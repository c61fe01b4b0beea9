import { StoreError } from '@plant-store/schema';
import type { Limit } from './limit.ts';

/** How many sign-ins may fail: to one account from one network, from one network, and to one account from anywhere. */
export type SignInLimits = { ofLoginAndNetwork: Limit; ofNetwork: Limit; ofLogin: Limit };

/**
 * Slows down who guesses passwords, whether there is such an account or not. Each try is counted when it begins, so that
 * a hundred at once are no way around, and is given back if it was right.
 * @throws StoreError `tooManyRequests`, before `attempt` is made; else what `attempt` throws
 */
export async function guardSignIn<Result>(
  { ofLoginAndNetwork, ofNetwork, ofLogin }: SignInLimits,
  { login, network }: { login: string; network: string },
  attempt: () => Promise<Result>,
): Promise<Result> {
  const taken: [Limit, string][] = [];
  const giveBack = () => {
    for (const [limit, key] of taken) limit.giveBack(key);
  };
  for (const [limit, key] of [
    [ofLoginAndNetwork, `${network} ${login}`],
    [ofNetwork, network],
    [ofLogin, login],
  ] as const) {
    if (limit.take(key) < 0) {
      giveBack();
      throw limit.refusal('too many sign-ins failed');
    }
    taken.push([limit, key]);
  }
  try {
    const result = await attempt();
    giveBack();
    return result;
  } catch (cause) {
    // What the store could not answer says nothing about the password.
    if (!(cause instanceof StoreError) || cause.code === 'unavailable') giveBack();
    throw cause;
  }
}
