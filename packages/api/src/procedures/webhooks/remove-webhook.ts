import { webhooks as store } from '@plant-store/db';
import { WebhookId } from '@plant-store/schema';
import { z } from 'zod';
import { initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';

export const removeWebhook = rest
  .delete('admin', '/webhooks/{id}', {
    operationId: 'removeWebhook',
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to its URL, within a second.',
    success: 'The webhook is deleted.',
    problems: ['notFound'],
  })
  .input(WebhookId)
  .output(z.void())
  .mutation(({ ctx, input: { id } }) => store.remove(ctx.db, id, initiatorOf(ctx)));
