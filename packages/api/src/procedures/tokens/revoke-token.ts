import { tokens as store } from '@plant-store/db';
import { TokenId } from '@plant-store/schema';
import { z } from 'zod';
import { initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { ownOrWeaker } from './assert-held.ts';

export const revokeToken = rest
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
  });
