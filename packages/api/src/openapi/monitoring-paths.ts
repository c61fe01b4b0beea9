import { errorResponses, responsesFor } from './error-responses.ts';
import { callerHeaders, sharedHeaders } from './header-components.ts';

const status = (word: string, more: object = {}) => ({
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', const: word }, ...more },
});

const details = {
  type: 'array',
  items: { type: 'string' },
  description: 'What needs attention although the store is ready, such as an audit log that stands still.',
};

const forEverybody = { tags: ['monitoring'], security: [] };

/** The routes of health.ts and metrics.ts in the OpenAPI document; they are no tRPC procedures. */
export const monitoringPaths = {
  '/healthz': {
    get: {
      ...forEverybody,
      operationId: 'getHealth',
      summary: 'Check the process',
      description: 'Needs no token.',
      responses: {
        200: {
          description: 'The process answers.',
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
      summary: 'Check the store',
      description: 'Needs no token.',
      responses: {
        200: {
          description: 'The store is ready.',
          headers: sharedHeaders('X-Request-Id'),
          content: { 'application/json': { schema: status('ready', { details }) } },
        },
        ...responsesFor(['badRequest', 'internal', 'unavailable']),
      },
    },
  },
  '/metrics': {
    get: {
      tags: ['monitoring'],
      operationId: 'getMetrics',
      summary: 'Read the metrics',
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
