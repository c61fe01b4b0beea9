import { tokens as store } from '@plant-store/db';
import {
  environmentTokenName,
  NewToken,
  type Scope,
  StoreError,
  Token,
  TokenRotation,
} from '@plant-store/schema';
import { z } from 'zod';
import type { Caller } from '../../auth/caller.ts';
import { authorize } from '../../auth/permission.ts';
import type { Context } from '../../context/context.ts';
import { initiatorOf } from '../base/idempotency.ts';
import { requireScope, router } from '../base/trpc.ts';

/** A token with its value, which only this answer contains. */
const Made = z.object({ token: Token, value: z.string() });

/** The tokens of programs. Nobody can create, rotate or revoke a token with more scopes than their own. */
export const tokens = router({
  list: requireScope('tokens')
    .output(z.array(Token))
    .query(({ ctx }) => store.list(ctx.db)),

  create: requireScope('tokens')
    .input(NewToken)
    .output(Made)
    .mutation(({ ctx, input: { name, scopes, days } }) => {
      assertHeld(ctx.caller, scopes);
      const token = { name, scopes: [...new Set(scopes)], expiresAt: inDays(days) };
      return store.create(ctx.db, token, initiatorOf(ctx));
    }),

  rotate: requireScope('tokens')
    .input(TokenRotation)
    .output(Made)
    .mutation(async ({ ctx, input: { id, overlapHours, days } }) => {
      const { name } = await assertMayChange(ctx, id);
      if (name === environmentTokenName)
        throw new StoreError('badRequest', `this token comes from the setting ${name}; change it there`);
      const overlapUntil = new Date(Date.now() + overlapHours * 3_600_000);
      const wanted = { overlapUntil, expiresAt: inDays(days) };
      return (await store.rotate(ctx.db, id, wanted, initiatorOf(ctx))) ?? notInUse();
    }),

  revoke: requireScope('tokens')
    .input(TokenRotation.pick({ id: true }))
    .output(Token)
    .mutation(async ({ ctx, input: { id } }) => {
      await assertMayChange(ctx, id);
      return (await store.revoke(ctx.db, id, initiatorOf(ctx))) ?? notInUse();
    }),
});

/** Asserts that the caller has these scopes. @throws StoreError `scopeMissing` with the missing scopes */
function assertHeld(caller: Caller, scopes: readonly Scope[]) {
  for (const scope of scopes) authorize({ caller }, scope);
}

/** @throws StoreError `notFound`, or `scopeMissing` */
async function assertMayChange({ db, caller }: Context & { caller: Caller }, id: string) {
  const token = (await store.get(db, id)) ?? notInUse();
  assertHeld(caller, token.scopes);
  return token;
}

function notInUse(): never {
  throw new StoreError('notFound', 'no active token has this id; see the list of tokens');
}

const inDays = (days: number | null) => (days === null ? null : new Date(Date.now() + days * 86_400_000));
