import { tokens as store } from '@plant-store/db';
import { IssuedToken, NewToken } from '@plant-store/schema';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { idempotency } from '../base/rest-meta.ts';
import { assertHeld } from './assert-held.ts';
import { expiryOf } from './expiry.ts';
import { toIssued } from './issued.ts';

export const createToken = rest
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
  });
