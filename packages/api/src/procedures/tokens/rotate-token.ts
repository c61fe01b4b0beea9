import { tokens as store } from '@plant-store/db';
import {
  environmentTokenName,
  IssuedToken,
  overlapHoursDefault,
  StoreError,
  TokenId,
  TokenRotation,
} from '@plant-store/schema';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { idempotency } from '../base/rest-meta.ts';
import { ownOrWeaker } from './assert-held.ts';
import { expiryOf } from './expiry.ts';
import { toIssued } from './issued.ts';

export const rotateToken = rest
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
  });
