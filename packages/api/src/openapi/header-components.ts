import { idempotencyKey, idempotencyKeyMaxLength } from '../procedures/base/idempotency.ts';
import { entityTags, plantTag } from '../procedures/plants/etag.ts';

type Schema = Record<string, unknown>;
type Header = { description: string; schema: Schema };

const text: Schema = { type: 'string' };
const entityTag: Schema = { type: 'string', pattern: plantTag.source };
const condition: Schema = { type: 'string', pattern: String.raw`^\*$|${entityTags.source}` };

const schemas: Record<string, Schema> = {
  ETag: entityTag,
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: idempotencyKeyMaxLength,
    pattern: idempotencyKey.source,
  },
  'Idempotent-Replayed': { type: 'string', enum: ['true'] },
  'If-Match': condition,
  'If-None-Match': condition,
  Location: { type: 'string', format: 'uri-reference' },
};

/** A header of a request or response in the document. */
export const headerOf = (name: string, description: string): Header => ({
  description,
  schema: schemas[name] ?? text,
});

/** A request header, as a parameter. */
export const headerParameter = (name: string, description: string) => ({
  ...{ name, in: 'header', required: false },
  ...headerOf(name, description),
});

/** Headers of many answers: request id, rest of a rate limit (draft-ietf-httpapi-ratelimit-headers), end of a token. */
export const headerComponents = {
  'X-Request-Id': headerOf('X-Request-Id', 'The id of this request in the log of the server.'),
  'RateLimit-Policy': {
    description:
      'The limit with the smallest rest, if there is a limit: its name, the allowed requests (q) and the window in seconds (w), such as `"writes";q=600;w=60`.',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+$' },
  },
  RateLimit: {
    description:
      'The requests left (r), and the seconds until the full quota is available again (t), such as `"writes";r=599;t=23`.',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$' },
  },
  'Retry-After': {
    description: 'The seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Token-Expires-At': {
    description:
      'The expiry of the token of this request, such as 2026-12-31T23:59:59.999Z; sent in its last 14 days. Rotate the token before.',
    schema: { type: 'string', format: 'date-time' },
  },
} satisfies Record<string, Header>;

/** References to shared headers, for the `headers` of a response. */
export const sharedHeaders = (
  ...names: (keyof typeof headerComponents)[]
): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const callerHeaders = sharedHeaders(
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'Token-Expires-At',
);
