import * as z from 'zod';
import { DateTime, idOf } from '../values/formats.ts';
import { refusing } from '../values/known-keys.ts';
import { WebhookUrl } from './webhook-url.ts';

export const NewWebhook = z
  .strictObject({ url: WebhookUrl }, { error: refusing('is not a known key; give url') })
  .meta({
    id: 'NewWebhook',
    description: 'A receiver of new plants. Unknown keys are refused.',
    examples: [{ url: 'https://shop.example/plants' }],
  });

export const WebhookId = idOf('webhook');

export const Webhook = z
  .object({
    ...WebhookId.shape,
    url: z.string().meta({ examples: ['https://shop.example/plants'] }),
    createdAt: DateTime,
    state: z.enum(['on', 'off']).meta({ description: '`off`: nothing is sent until it is switched on.' }),
    offAt: DateTime.nullable().meta({ description: 'When it went off; null while it is on.' }),
    failingSince: DateTime.nullable().meta({
      description: 'Since when every delivery has failed, without the time when no process of the store ran.',
    }),
    reason: z.string().nullable().meta({
      description: 'Why it is off, or why the last delivery failed; null while deliveries succeed.',
    }),
  })
  .meta({
    id: 'Webhook',
    description: 'A receiver of new plants, without its secret.',
    examples: [
      {
        id: '2479a997-f900-4dcf-8bd2-46c1de647134',
        url: 'https://shop.example/plants',
        createdAt: '2026-11-21T08:00:00.000Z',
        state: 'on',
        offAt: null,
        failingSince: '2026-11-22T08:00:00.000Z',
        reason: 'the receiver answered 500',
      },
    ],
  });
export type Webhook = z.infer<typeof Webhook>;

export const IssuedWebhook = Webhook.extend({
  secret: z
    .string()
    .optional()
    .meta({ description: 'The key of its signatures, `whsec_` and Base64. No other answer has it.' }),
  message: z.string().optional().meta({
    description:
      'What to know besides: in an answer without a secret, why there is none; else why the URL cannot be called now.',
  }),
}).meta({ id: 'IssuedWebhook', description: 'A webhook with its new secret.' });
export type IssuedWebhook = z.infer<typeof IssuedWebhook>;
