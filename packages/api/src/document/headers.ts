import { idempotencyKey, idempotencyKeyMaxLength } from '../procedures/base/idempotency.ts';
import { entityTags, plantTag } from '../procedures/plants/etag.ts';

type Schema = Record<string, unknown>;
type Header = { description: string; schema: Schema };

const text: Schema = { type: 'string' };
const entityTag: Schema = { type: 'string', pattern: plantTag.source };
const condition: Schema = { type: 'string', pattern: String.raw`^\*$|${entityTags.source}` };

/** The schemas of header values that are more specific than text. */
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

/**
 * Headers of many answers: the request's id, the rest of a rate limit (draft-ietf-httpapi-ratelimit-headers), and the
 * end of a token.
 */
export const headerComponents = {
  'X-Request-Id': headerOf('X-Request-Id', 'Names this request in the log of the server.'),
  'RateLimit-Policy': {
    description:
      'The limit of which least is left, where there is one: its name, how many requests it allows (q) and in how many seconds (w), such as `"writes";q=600;w=60`.',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+$' },
  },
  RateLimit: {
    description:
      'How many of them are left (r), and in how many seconds all are there again (t), such as `"writes";r=599;t=23`.',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$' },
  },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Token-Expires-At': {
    description:
      'When the token ends that the request was sent with, as 2026-12-31T23:59:59.999Z; in its last 14 days. Have it rotated before.',
    schema: { type: 'string', format: 'date-time' },
  },
} satisfies Record<string, Header>;

/** References to shared headers, for the `headers` of a response. */
export const sharedHeaders = (
  ...names: (keyof typeof headerComponents)[]
): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of every answer to a known caller. */
export const callerHeaders = sharedHeaders(
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'Token-Expires-At',
);
