import { type ErrorCode, errorNumbers, errorTitles, statusOf } from '@plant-store/schema';
import type { RestMeta } from '../procedures/base/rest-meta.ts';
import { callerHeaders, headerOf, sharedHeaders } from './header-components.ts';

const messages: Partial<Record<ErrorCode, string>> = {
  badRequest: 'the URL is not valid percent-encoded UTF-8; encode it',
  malformedJson: 'the body is empty; send a JSON object',
  mediaType: 'Content-Type must be application/json, in UTF-8; "text/plain" was sent',
  invalidField: 'name is missing; give 1 to 200 characters',
  idTaken: 'id 7 is already taken by "Monstera deliciosa"; give another id',
  unreadableFile:
    'this is an Excel workbook (.xlsx), not CSV; in Excel choose File, Save As, "CSV UTF-8 (Comma delimited)"',
  noToken: 'a bearer token is required; send it as "Authorization: Bearer <token>"',
  invalidToken: 'the bearer token is not a token of this store; check that you copied all of it',
  endedToken: 'the token "till" was revoked on 2026-11-21T08:00:00.000Z; ask for a new one',
  scopeMissing: 'the scope plants:write is required; the token "till" has plants:read',
  notFound: 'no plant has the id 7',
  gone: 'after is older than 29 days, so plants that were deleted after it may be unknown by now; export the whole list again, and continue from its Events-Position',
  preconditionFailed:
    'the plant has changed since you read it; its ETag is "0Ki3-4YW-zG0H06NWvxInc" now. Read it, check that your change still applies, and send it again',
  preconditionRequired:
    'this store requires an If-Match header: read the plant and send its ETag; or send If-None-Match: * to add a plant',
  tooLarge: 'the body is larger than the limit of 64 KiB; send less at once',
  tooManyRequests:
    '"till" may send 60 reads a minute, and sent more; try again in 23 seconds, or read many plants with one request: GET /plants takes limit=200, and GET /plants/export returns all plants of a filter',
  internal: 'the server failed; find the cause in its log by the request id of this answer',
  unavailable:
    'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
};

const ofToken: ErrorCode[] = ['noToken', 'invalidToken', 'endedToken'];
const everywhere: ErrorCode[] = [
  ...ofToken,
  'badRequest',
  'invalidField',
  'scopeMissing',
  'tooManyRequests',
  'internal',
  'unavailable',
];
const withBody: ErrorCode[] = ['malformedJson', 'mediaType', 'tooLarge'];

const bearer = { 'WWW-Authenticate': headerOf('WWW-Authenticate', 'The required credentials (RFC 6750).') };
const retry = sharedHeaders('Retry-After');

const headers: Record<number, Record<string, object>> = {
  401: { ...bearer, ...sharedHeaders('X-Request-Id', 'RateLimit-Policy', 'RateLimit') },
  403: { ...bearer, ...callerHeaders },
  412: { ETag: headerOf('ETag', 'The current version of the plant, if it exists.'), ...callerHeaders },
  429: { ...retry, ...callerHeaders },
  503: { ...retry, ...callerHeaders },
};

/** The error responses of a route by status: each possible problem with an example. */
export const errorResponses = (
  { problems }: Pick<RestMeta, 'problems'>,
  hasBody: boolean,
): Record<string, object> => responsesFor([...everywhere, ...(hasBody ? withBody : []), ...problems]);

/** Error responses by status, as references to those of `errorComponents`. */
export function responsesFor(codes: ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy([...new Set(codes)].sort(byNumber), statusOf);
  return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, shared(status, ofStatus)]));
}

const responses = new Map<string, object>();

/** All error responses that earlier calls referred to, and their examples, as components of the document. */
export const errorComponents = () => ({
  responses: Object.fromEntries([...responses].sort()),
  examples: Object.fromEntries(
    Object.entries(messages).map(([code, message]) => {
      const error = errorNumbers[code as ErrorCode];
      const title = errorTitles[code as ErrorCode];
      return [code, { summary: title, value: { error, message } }];
    }),
  ),
});

function shared(status: number, codes: ErrorCode[]) {
  // A token is missing, invalid or ended: all routes with a token have these three.
  const words = codes.length > 1 && codes.every((code) => ofToken.includes(code)) ? ['unauthorized'] : codes;
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  responses.set(name, response(status, codes));
  return { $ref: `#/components/responses/${name}` };
}

function response(status: number, codes: ErrorCode[]) {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map((code) => `${errorNumbers[code]}: ${errorTitles[code]}.`).join(' '),
    headers: headers[status] ?? callerHeaders,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  };
}

const byNumber = (a: ErrorCode, b: ErrorCode) => errorNumbers[a] - errorNumbers[b];
