import { tokens as store } from '@plant-store/db';
import { PageQuery, Token } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { rest } from '../base/rest.ts';
import { page } from '../base/trpc.ts';

export const listTokens = rest
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
  });
