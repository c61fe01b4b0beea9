import { webhooks as store } from '@plant-store/db';
import { Webhook, webhooksMax } from '@plant-store/schema';
import { z } from 'zod';
import { rest } from '../base/rest.ts';

export const listWebhooks = rest
  .get('admin', '/webhooks', {
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'All webhooks, oldest first, with their state; never their secrets.',
    success: 'Webhooks, oldest first.',
  })
  .input(z.object({}))
  .output(z.array(Webhook).max(webhooksMax))
  .query(({ ctx }) => store.list(ctx.db));
