import { type Token as StoredToken, tokens as store } from '@plant-store/db';
import {
  environmentTokenName,
  IssuedToken,
  NewToken,
  overlapHoursDefault,
  PageQuery,
  type Scope,
  StoreError,
  Token,
  TokenId,
  TokenRotation,
} from '@plant-store/schema';
import { z } from 'zod';
import type { Caller } from '../../auth/caller.ts';
import { authorize } from '../../auth/permission.ts';
import type { Context } from '../../context/context.ts';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { idempotentInitiatorOf, initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { idempotency } from '../base/rest-meta.ts';
import { page, router } from '../base/trpc.ts';
import { expiryOf } from './expiry.ts';

export const tokens = router({
  list: rest
    .get('tokens', '/tokens', {
      operationId: 'listTokens',
      summary: 'List tokens',
      description: 'All tokens, newest first, with expired and revoked ones; never their values.',
      success: 'Tokens, newest first.',
      isPaged: true,
    })
    .input(PageQuery)
    .output(page(Token))
    .query(async ({ ctx, input: { limit, cursor } }) => {
      const [createdAt, actorId] = numbersOfCursor('tokens', cursor, 2);
      const after = createdAt === undefined || actorId === undefined ? undefined : { createdAt, actorId };
      const { tokens, next } = await store.page(ctx.db, { limit, after });
      return { items: tokens, nextCursor: cursorOfNumbers('tokens', [next?.createdAt, next?.actorId]) };
    }),

  create: rest
    .post('tokens', '/tokens', {
      operationId: 'createToken',
      summary: 'Make a token',
      description:
        'Makes a token for a program, with no more scopes than those of the caller. Only this answer has its value. ' +
        'A name belongs to one token until that is revoked.',
      success: 'The token of an earlier request with the same Idempotency-Key, without its value.',
      created: 'The new token, with its value.',
      requestHeaders: { 'Idempotency-Key': idempotency.keyOfSecret },
      responseHeaders: { Location: 'The URL of the token.' },
    })
    .input(NewToken)
    .output(IssuedToken)
    .mutation(async ({ ctx, input }) => {
      const { name, scopes, days } = input;
      assertHeld(ctx, scopes);
      const wanted = { name, scopes: [...new Set(scopes)], expiresAt: await expiryOf(ctx, { days }) };
      const by = idempotentInitiatorOf(ctx, 'tokens.create', input);
      const issued = await store.createOnce(ctx.db, wanted, by);
      if (issued.value !== undefined) ctx.response.status = 201;
      ctx.response.headers.Location = `${ctx.prefix}/tokens/${issued.token.id}`;
      return toIssued(issued);
    }),

  rotate: rest
    .post('tokens', '/tokens/{id}/rotate', {
      operationId: 'rotateToken',
      summary: 'Rotate a token',
      description:
        'Gives a token a new value; its id, name and scopes stay. The old value works for `overlapHours` more, but not beyond its expiry. ' +
        'A second rotation in that time ends the value of the first one, and keeps the old value. ' +
        'A token may rotate itself. Not for a token that has ended, nor for one with more scopes than the caller, nor for that of the setting PLANT_STORE_TOKEN.',
      success: 'The token with its new value; without it for a repeat with the same Idempotency-Key.',
      body: 'TokenRotation',
      problems: ['notFound'],
      requestHeaders: { 'Idempotency-Key': idempotency.keyOfSecret },
    })
    .input(TokenRotation.extend(TokenId.shape))
    .output(IssuedToken)
    .mutation(async ({ ctx, input }) => {
      const { id, overlapHours = overlapHoursDefault } = input;
      const { name } = await ownOrWeaker(ctx, id);
      if (name === environmentTokenName)
        throw new StoreError('badRequest', `this token comes from the setting ${name}; change it there`);
      const overlapUntil = new Date(Date.now() + overlapHours * 3_600_000);
      const by = idempotentInitiatorOf(ctx, 'tokens.rotate', input);
      const expiresAt = await expiryOf(ctx, input);
      return toIssued(
        await store.rotate(ctx.db, id, { overlapUntil, expiresAt }, by).finally(ctx.forgetCallers),
      );
    }),

  revoke: rest
    .delete('tokens', '/tokens/{id}', {
      operationId: 'revokeToken',
      summary: 'Revoke a token',
      description:
        'Ends a token for good, within a second, with the sessions that began with it; the list goes on showing it. ' +
        'A token may revoke itself. Not for a token with more scopes than the caller.',
      success: 'The token is revoked, perhaps since an earlier request.',
      problems: ['notFound'],
    })
    .input(TokenId)
    .output(z.void())
    .mutation(async ({ ctx, input: { id } }) => {
      await ownOrWeaker(ctx, id);
      await store.revoke(ctx.db, { id }, initiatorOf(ctx)).finally(ctx.forgetCallers);
    }),
});

/** Nobody makes, rotates or revokes a token with more scopes than their own. @throws StoreError `scopeMissing` */
function assertHeld({ caller }: { caller: Caller }, scopes: readonly Scope[]) {
  for (const scope of scopes) authorize({ caller }, scope);
}

/** A token that the caller may change. @throws StoreError `notFound`, or `scopeMissing` */
async function ownOrWeaker(ctx: Context & { caller: Caller }, id: string): Promise<StoredToken> {
  const token = await store.get(ctx.db, id);
  assertHeld(ctx, token.scopes);
  return token;
}

/** The answer for a new or rotated token, or for a repeat of the request. */
const toIssued = ({ token, value }: store.Issued): IssuedToken => ({
  ...token,
  ...(value === undefined ? { message: messageFor(token) } : { value }),
});

const messageFor = (token: StoredToken) =>
  `this request was done before; only its first answer had the value. ${
    store.isActive(token)
      ? `If you do not have it, rotate the token: POST /tokens/${token.id}/rotate, with another Idempotency-Key`
      : `The token ${store.endText(token)}; make a new one with another Idempotency-Key`
  }`;
