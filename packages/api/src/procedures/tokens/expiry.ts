import { tokens as store } from '@plant-store/db';
import { invalidField, tokenDaysDefault } from '@plant-store/schema';
import type { Caller } from '../../auth/caller.ts';
import type { Context } from '../../context/context.ts';

type Wish = { id?: string; days?: number | null | undefined };

/** When a new value expires, for the token `id` or a new one. @throws StoreError `invalidField` beyond `latestBy` */
export async function expiryOf(ctx: Context & { caller: Caller }, { id, days }: Wish): Promise<Date | null> {
  const expiresAt = days === null ? null : inDays(days ?? tokenDaysDefault);
  const latest = await latestBy(ctx, id);
  if (!latest || (expiresAt && expiresAt <= latest)) return expiresAt;
  if (days === undefined) return latest;
  const why =
    id === ctx.caller.id
      ? `renews itself for at most ${tokenDaysDefault} days`
      : 'gives no later expiry than its own';
  // Without days it is 90, which a longer token does not mean by the latest.
  const hint =
    latest <= inDays(tokenDaysDefault)
      ? 'leave days out for the latest'
      : `give at most ${daysUntil(latest)}`;
  throw invalidField(
    'days',
    `must end by ${latest.toISOString()}, as the token "${ctx.caller.name}" expires, and ${why}; ${hint}, or use an account or a token without expiry`,
  );
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

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const daysUntil = (end: Date) => Math.floor((end.getTime() - Date.now()) / dayMs);
