import { webhooks as store } from '@plant-store/db';
import { IssuedWebhook, NewWebhook, webhooksMax } from '@plant-store/schema';
import { newSecret } from '../../webhooks/signature.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { idempotency, rest } from '../base/rest-meta.ts';
import { requireScope } from '../base/trpc.ts';

export const createWebhook = requireScope('admin')
  .meta(
    rest.post('/webhooks', {
      operationId: 'createWebhook',
      summary: 'Make a webhook',
      description:
        'From now on each new plant is sent to the URL, as the webhook of this document says. Only this answer has the secret of the signatures. ' +
        `A URL whose webhook is off is switched on again, with another secret and from now on. There are at most ${webhooksMax} webhooks.`,
      success: 'The webhook of an earlier request with the same Idempotency-Key, without its secret.',
      created: 'The webhook, with its secret.',
      requestHeaders: { 'Idempotency-Key': idempotency.keyOfSecret },
      responseHeaders: { Location: 'The URL of the webhook.' },
    }),
  )
  .input(NewWebhook)
  .output(IssuedWebhook)
  .mutation(async ({ ctx, input }) => {
    const secret = newSecret();
    const by = idempotentInitiatorOf(ctx, 'webhooks.create', input);
    const { webhook, isRepeat } = await store.create(ctx.db, { ...input, secret }, by);
    ctx.response.headers.Location = `${ctx.prefix}/webhooks/${webhook.id}`;
    if (isRepeat) return { ...webhook, message: doneBefore };
    ctx.response.status = 201;
    const fault = await ctx.receiverFault(webhook.url);
    return { ...webhook, secret, ...(fault && { message: `it is saved, but ${fault}` }) };
  });

const doneBefore =
  'this request was done before; only its first answer had the secret. If you do not have it, delete the webhook, and make it again with another Idempotency-Key';
