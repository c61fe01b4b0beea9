import { tokens as store } from '@plant-store/db';
import { StoreError, tokenDaysDefault } from '@plant-store/schema';
import type { Caller } from '../../auth/caller.ts';
import type { Context } from '../../context/context.ts';

type Wish = { id?: string; days?: number | null | undefined };

/** When a new value expires, for the token `id` or a new one. @throws StoreError `invalidField` beyond `latestBy` */
export async function expiryOf(ctx: Context & { caller: Caller }, { id, days }: Wish): Promise<Date | null> {
  const expiresAt = days === null ? null : inDays(days ?? tokenDaysDefault);
  const latest = await latestBy(ctx, id);
  if (!latest || (expiresAt && expiresAt <= latest)) return expiresAt;
  if (days === undefined) return latest;
  const message = `must end by ${latest.toISOString()}: a token that expires, as "${ctx.caller.name}", ${
    id === ctx.caller.id
      ? `renews itself for at most ${tokenDaysDefault} days`
      : 'gives no later expiry than its own'
  }; without days it is the latest, and a person or a token without expiry may give more`;
  throw new StoreError('invalidField', `days ${message}`, { problems: [{ pointer: '/days', message }] });
}

/**
 * The latest expiry that the caller may give; null for any. What a token makes ends with it, or its own end would mean
 * nothing. It may renew itself, as programs do: that stays one token of the list, and ends if nobody goes on with it.
 */
async function latestBy({ caller, db }: Context & { caller: Caller }, id?: string): Promise<Date | null> {
  if (caller.kind === 'person') return null;
  // The row, as the value before a rotation has an earlier end, and may rotate again if the answer was lost.
  const { expiresAt } = await store.get(db, caller.id);
  const renewed = inDays(tokenDaysDefault);
  return expiresAt && id === caller.id && expiresAt < renewed ? renewed : expiresAt;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
