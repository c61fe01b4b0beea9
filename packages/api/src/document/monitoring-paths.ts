import { errorResponses, responsesFor } from './error-responses.ts';
import { callerHeaders, sharedHeaders } from './headers.ts';

const status = (word: string) => ({
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', const: word } },
});

const forEverybody = { tags: ['monitoring'], security: [] };

/** The routes of health.ts and metrics.ts in the OpenAPI document; they are no tRPC procedures. */
export const monitoringPaths = {
  '/healthz': {
    get: {
      ...forEverybody,
      operationId: 'getHealth',
      summary: 'Whether the process answers',
      description: 'Needs no token.',
      responses: {
        200: {
          description: 'It does.',
          headers: sharedHeaders('X-Request-Id'),
          content: { 'application/json': { schema: status('ok') } },
        },
        ...responsesFor(['badRequest', 'internal']),
      },
    },
  },
  '/readyz': {
    get: {
      ...forEverybody,
      operationId: 'getReadiness',
      summary: 'Whether the store can be used',
      description: 'Needs no token.',
      responses: {
        200: {
          description: 'It can.',
          headers: sharedHeaders('X-Request-Id'),
          content: { 'application/json': { schema: status('ready') } },
        },
        ...responsesFor(['badRequest', 'internal', 'unavailable']),
      },
    },
  },
  '/metrics': {
    get: {
      tags: ['monitoring'],
      operationId: 'getMetrics',
      summary: 'What the process measures',
      description:
        'Requests, store and process, in the text format of Prometheus; for a token with the scope `plants:read`.',
      responses: {
        200: {
          description: 'The metrics.',
          headers: callerHeaders,
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...errorResponses({ problems: [] }, false),
      },
    },
  },
};
