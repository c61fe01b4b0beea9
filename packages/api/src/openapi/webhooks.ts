import type { OpenAPIObject } from 'trpc-to-openapi';

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header' as const, required: true, description },
  ...{ schema: { type: 'string' as const }, example },
});

/** What the server sends, by the name of the published sample. */
export const webhooks: OpenAPIObject['webhooks'] = {
  '/plant/webhook': {
    post: {
      operationId: 'plantAdded',
      summary: 'A plant was added',
      description:
        'Information about a new plant added to the store, as it was first stored; sent to each URL of `POST /webhooks`, one plant after the other. ' +
        'Any status of 2xx within 15 seconds accepts it. Otherwise it is sent again after 5 seconds, then after twice the time, up to an hour; after 24 hours, or for 410 at once, the webhook goes off. ' +
        'A plant may come again: then with the same webhook-id.',
      tags: ['webhooks'],
      security: [],
      parameters: [
        header(
          'webhook-id',
          'The position of the addition in the feed: `GET /events?after=` continues there.',
          'AAAAAAAAAAF7Jm5VZQ0hTQbUqJ2kIhZh',
        ),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.', '1795852800'),
        header(
          'webhook-signature',
          'The signature of Standard Webhooks: `v1,` and HMAC-SHA256, in Base64, of id, timestamp and body, with dots between.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        description: 'Plant added to the store',
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPlant' } } },
      },
      responses: {
        200: { description: 'Return a 200 status to indicate that the data was received successfully' },
      },
    },
  },
};
