import { webhooks as store } from '@plant-store/db';
import { IssuedWebhook, NewWebhook, Webhook, WebhookId, webhooksMax } from '@plant-store/schema';
import { z } from 'zod';
import { newSecret } from '../../webhooks/signature.ts';
import { idempotentInitiatorOf, initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { idempotency } from '../base/rest-meta.ts';
import { router } from '../base/trpc.ts';

export const webhooks = router({
  list: rest
    .get('admin', '/webhooks', {
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description: 'All webhooks, oldest first, with their state; never their secrets.',
      success: 'Webhooks, oldest first.',
    })
    .input(z.object({}))
    .output(z.array(Webhook).max(webhooksMax))
    .query(({ ctx }) => store.list(ctx.db)),

  create: rest
    .post('admin', '/webhooks', {
      operationId: 'createWebhook',
      summary: 'Make a webhook',
      description:
        'From now on each new plant is sent to the URL, as the webhook of this document says. Only this answer has the secret of the signatures. ' +
        'A URL whose webhook is off is switched on again, with another secret and from now on. One whose deliveries fail is tried at once, and keeps id and secret. ' +
        `There are at most ${webhooksMax} webhooks.`,
      success:
        'The webhook, without its secret: its deliveries fail, and it is tried at once; or an earlier request had the same Idempotency-Key.',
      created: 'The webhook, with its secret.',
      requestHeaders: { 'Idempotency-Key': idempotency.keyOfSecret },
      responseHeaders: { Location: 'The URL of the webhook.' },
    })
    .input(NewWebhook)
    .output(IssuedWebhook)
    .mutation(async ({ ctx, input }) => {
      const secret = newSecret();
      const by = idempotentInitiatorOf(ctx, 'webhooks.create', input);
      const { webhook, isIssued, isRepeat } = await store.create(ctx.db, { ...input, secret }, by);
      ctx.response.headers.Location = `${ctx.prefix}/webhooks/${webhook.id}`;
      if (!isIssued) return { ...webhook, message: isRepeat ? doneBefore : triedNow };
      ctx.response.status = 201;
      const fault = await ctx.receiverFault(webhook.url);
      return { ...webhook, secret, ...(fault && { message: `it is saved, but ${fault}` }) };
    }),

  remove: rest
    .delete('admin', '/webhooks/{id}', {
      operationId: 'removeWebhook',
      summary: 'Delete a webhook',
      description: 'Nothing more is sent to its URL, within a second.',
      success: 'The webhook is deleted.',
      problems: ['notFound'],
    })
    .input(WebhookId)
    .output(z.void())
    .mutation(({ ctx, input: { id } }) => store.remove(ctx.db, id, initiatorOf(ctx))),
});

const triedNow =
  'it is on already, and is tried again now, unless a try is under way; id and secret are as before';

const doneBefore =
  'this request was done before; only an answer that made the webhook or switched it on had the secret. If you do not have it, delete the webhook, and make it again with another Idempotency-Key';
