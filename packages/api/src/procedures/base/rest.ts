import type { Scope } from '@plant-store/schema';
import { bodyLimitBytes } from '../../limits/body.ts';
import { idempotency, type RestMeta } from './rest-meta.ts';
import { requireScope } from './trpc.ts';

type Description = {
  operationId: string;
  summary: string;
  description: string;
  success: string;
  trustsOutput?: boolean;
} & Partial<Omit<RestMeta, 'openapi'>>;

const route =
  (method: RestMeta['openapi']['method']) =>
  (scope: Scope, path: `/${string}`, { operationId, summary, description, success, ...edge }: Description) =>
    requireScope(scope).meta({
      openapi: {
        method,
        path,
        operationId,
        summary,
        description,
        successDescription: success,
        tags: [path.split('/')[1] ?? ''],
        // The errors of the table are described in one place of the document.
        errorResponses: [],
      },
      problems: [],
      responseHeaders: {},
      requestHeaders: {},
      query: [],
      bodyLimitBytes,
      isPaged: false,
      ...edge,
    } satisfies RestMeta & { trustsOutput?: boolean });

/** All POST routes accept an Idempotency-Key, so a retry is safe. */
const post = (
  scope: Scope,
  path: `/${string}`,
  { requestHeaders, responseHeaders, ...description }: Description,
) =>
  route('POST')(scope, path, {
    ...description,
    requestHeaders: { 'Idempotency-Key': idempotency.key, ...requestHeaders },
    responseHeaders: { ...responseHeaders, 'Idempotent-Replayed': idempotency.replayed },
  });

/** A procedure for callers with the scope, which has a REST route. */
export const rest = {
  get: route('GET'),
  post,
  put: route('PUT'),
  patch: route('PATCH'),
  delete: route('DELETE'),
};
