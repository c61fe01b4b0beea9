import { type ErrorCode, errorTable, statusOf } from '@plant-store/schema';
import type { RestMeta } from './rest-meta.ts';

/** A message as the server gives it, for each problem that a documented route can have. */
const messages: Partial<Record<ErrorCode, string>> = {
  badRequest: 'the address or a header could not be read; check how it is encoded',
  malformedJson: 'the body is empty; send a JSON object',
  mediaType: 'Content-Type must be application/json, in UTF-8; "text/plain" was sent',
  invalidField: 'name is missing; give 1 to 200 characters',
  idTaken: 'id 7 is already taken by "Monstera deliciosa"; give another id',
  unreadableFile:
    'this is an Excel workbook (.xlsx), not CSV; in Excel choose File, Save As, "CSV UTF-8 (Comma delimited)"',
  noToken: 'a bearer token is needed; send it as "Authorization: Bearer <token>"',
  invalidToken: 'the bearer token is not a token of this store; check that it was copied whole',
  endedToken: 'the token "till" was revoked on 2026-11-21T08:00:00.000Z; ask for a new one',
  scopeMissing: 'this needs the scope plants:write; the token "till" has plants:read',
  notFound: 'no plant has the id 7',
  preconditionFailed:
    'the plant has changed since you read it; its ETag is "0Ki3-4YW-zG0H06NWvxInc" now. Read it, see whether your change still fits, and send it again',
  preconditionRequired:
    'this store asks for an If-Match header: read the plant, and send the ETag of what you read; or If-None-Match: * to add one',
  tooLarge: 'the body is larger than the 64 KiB that are accepted here; send less at once',
  tooManyRequests:
    '"till" may send 60 reads a minute, and there were more; try again in 23 seconds, or read many plants with one request: GET /plants takes limit=200, and with Accept: application/x-ndjson or text/csv answers all that a filter finds',
  internal: 'the server failed; the cause is in its log, under the request id of this answer',
  unavailable:
    'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
};

const everywhere: ErrorCode[] = [
  'badRequest',
  'invalidField',
  'noToken',
  'invalidToken',
  'endedToken',
  'scopeMissing',
  'tooManyRequests',
  'internal',
  'unavailable',
];
const withBody: ErrorCode[] = ['malformedJson', 'mediaType', 'tooLarge'];

const header = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Headers of many answers: what is left of a limit (draft-ietf-httpapi-ratelimit-headers), and of a token. */
export const headerComponents = {
  'RateLimit-Policy': header(
    'The limit of which least is left, where there is one: its name, how many requests it allows (q) and in how many seconds (w), such as `"writes";q=600;w=60`.',
  ),
  RateLimit: header(
    'How many of them are left (r), and in how many seconds all are there again (t), such as `"writes";r=599;t=23`.',
  ),
  'Token-Expires-At': header(
    'When the token ends that the request was sent with, as 2026-12-31T23:59:59.999Z; in its last 14 days. Have it rotated before.',
  ),
};

const rateLimitHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** Of every answer to a caller who is known. */
export const callerHeaders = {
  ...rateLimitHeaders,
  'Token-Expires-At': { $ref: '#/components/headers/Token-Expires-At' },
};

const headers: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': header('What to send (RFC 6750).') },
  403: { 'WWW-Authenticate': header('The scope that is needed (RFC 6750).') },
  412: { ETag: header('The version that the plant has now, if there is one.') },
  429: { 'Retry-After': header('Seconds after which to try again.'), ...rateLimitHeaders },
  503: { 'Retry-After': header('Seconds after which to try again.') },
};

/** The error responses of a route, by status: each problem it can have, with an example. */
export function errorResponses(
  { problems }: Pick<RestMeta, 'problems'>,
  hasBody: boolean,
): Record<string, object> {
  const codes = [...everywhere, ...(hasBody ? withBody : []), ...problems];
  const byStatus = Map.groupBy(
    codes.sort((a, b) => errorTable[a].error - errorTable[b].error),
    statusOf,
  );
  return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, response(status, ofStatus)]));
}

function response(status: number, codes: ErrorCode[]) {
  const examples = codes.map((code) => {
    const { error, title } = errorTable[code];
    return [code, { summary: title, value: { error, message: messages[code] ?? title } }];
  });
  return {
    description: codes.map((code) => `${errorTable[code].error}: ${errorTable[code].title}.`).join(' '),
    headers: { ...headers[status], 'X-Request-Id': header('Names this request in the log of the server.') },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  };
}
