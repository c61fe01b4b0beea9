import { isError } from './answers.mjs';
import { exactClauses, plant, plantClauses } from './plant-clauses.mjs';

// Each clause is `[promise, sent, answer]`. `sent` or `answer` is a function where it needs what was seen: the last `etag`,
// and the path of the `next` page. Without these it is not played. `body` and headers are values, patterns or predicates.

const error = (status, number, headers = {}) => ({
  ...{ status, headers, says: `error ${number}` },
  body: (body) => isError(body) && body.error === number,
});
const list = { status: 200, body: Array.isArray, says: 'a JSON array' };
const entityTag = /^"[^"]+"$/;

/** The clause that all others need. */
export const tokenClause = ['the Authorization header reaches the store', { path: '/plants?limit=1' }, list];

/** Clauses that write nothing. `nobody` is an id that no plant has; `base` the path of the store's address. */
export const readClauses = ({ base, nobody, requestId }) => [
  [
    'no token: 401 with a challenge',
    { token: null, path: '/plants?limit=1' },
    error(401, 40100, { 'www-authenticate': /^Bearer realm="plant-store"/ }),
  ],
  [
    'a wrong token: 401 with a challenge',
    { token: 'wrong', path: '/plants?limit=1' },
    error(401, 40101, { 'www-authenticate': /error="invalid_token"/ }),
  ],
  ['health needs no token', { token: null, path: '/healthz' }, { status: 200, body: { status: 'ok' } }],
  [
    'the document names the path of this address (a proxy sends it in X-Forwarded-Prefix, with X-Forwarded-For)',
    { token: null, path: '/openapi.json' },
    {
      status: 200,
      body: (document) => document?.servers?.[0]?.url === (base || '/'),
      says: `servers with "${base || '/'}"`,
      shows: ({ servers }) => ({ servers }),
    },
  ],
  [
    'an answer is compressed only for a client that accepts it',
    { token: null, path: '/openapi.json' },
    { status: 200, headers: { 'content-encoding': undefined } },
  ],
  ['a plant that is not there: 404', { path: `/plants/${nobody}` }, error(404, 40400)],
  [
    'Accept: application/problem+json is honoured',
    { path: `/plants/${nobody}`, headers: { accept: 'application/problem+json' } },
    { ...error(404, 40400), type: 'application/problem+json', body: (problem) => problem?.error === 40400 },
  ],
  [
    'Accept: application/x-ndjson is honoured',
    { path: '/plants?limit=1', headers: { accept: 'application/x-ndjson' } },
    { status: 200, type: 'application/x-ndjson' },
  ],
  ['a method without a route: 405', { method: 'PUT', path: '/plants' }, error(405, 40500, { allow: /POST/ })],
  ['%2F in a path stays in its segment', { path: `/plants/${nobody}%2Fhistory` }, error(400, 40003)],
  ['%2e%2e in a path is not followed', { path: '/plants/%2e%2e%2Fhealthz' }, error(400, 40003)],
  ['%26 in a query stays in its value', { path: '/plants?q=a%26b%3D1&limit=1' }, list],
  ['an unknown query parameter: 400', { path: '/plants?limt=1' }, error(400, 40000)],
  ['HEAD is answered as GET, without a body', { method: 'HEAD', path: '/plants?limit=1' }, { status: 200 }],
  [
    'X-Request-Id is repeated',
    { path: '/plants?limit=1', headers: { 'x-request-id': requestId } },
    { ...list, headers: { 'x-request-id': requestId } },
  ],
];

/** Clauses of reading the plant `id`. */
export const versionClauses = (id) => [
  ['a plant has an ETag', { path: `/plants/${id}` }, { status: 200, headers: { etag: entityTag } }],
  [
    'If-None-Match with this ETag: 304',
    ({ etag }) => etag && { path: `/plants/${id}`, headers: { 'if-none-match': etag } },
    { status: 304, type: undefined },
  ],
  [
    'a client that accepts compression gets the same ETag',
    { path: `/plants/${id}`, headers: { 'accept-encoding': 'gzip, br' } },
    ({ etag }) => ({ status: 200, headers: { etag } }),
  ],
];

/** Clauses that write. None of the `ids` belongs to a plant; each name begins with the word `mark`. */
export const writeClauses = ({ base, ids, mark }) => {
  const [first, second, third, nobody, odd, keyed, plain, large, put] = ids;
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const keyedSent = { body: plant(keyed, `${mark} Key`), headers: { 'idempotency-key': mark } };
  const padded = (bytes, id) => `${`{"id":${id},"name":"${mark}","pad":"`.padEnd(bytes - 2, 'x')}"}`;
  return [
    ...plantClauses({ ids: [first, second, third, nobody], mark }),
    ...exactClauses({ id: odd, mark }),
    ...versionClauses(third),
    [
      'an added plant has Location and ETag',
      keyedSent,
      { status: 200, headers: { location: `${base}/plants/${keyed}`, etag: entityTag } },
    ],
    [
      'Idempotency-Key: a repeated POST is done once',
      keyedSent,
      { status: 200, headers: { 'idempotent-replayed': 'true' } },
    ],
    [
      'UTF-8 is neither escaped nor changed',
      { body: plant(plain, `${mark} Aloë 龟背竹 🌱`), headers: json },
      { status: 200, body: { name: `${mark} Aloë 龟背竹 🌱` } },
    ],
    ['a body of 64 KiB is accepted', { body: padded(65_536, large) }, { status: 200 }],
    ['a larger one: 413', { body: padded(65_537, nobody) }, error(413, 41300)],
    [
      'a file of 2 MiB is read whole',
      {
        path: '/imports?dryRun=true',
        body: `id,name,note\n${`${nobody},${mark},${'x'.repeat(9_000)}\n`.repeat(233)}`,
        headers: { 'content-type': 'text/csv', expect: '100-continue' },
      },
      { status: 200, body: (result) => result?.rows === 233, says: '"rows":233' },
    ],
    [
      'a list has the newest first, and a Link to the next page',
      { path: `/plants?q=${mark}&limit=2` },
      {
        status: 200,
        body: (plants) => plants?.[0]?.id === large && plants[1]?.id === plain,
        says: `the plants ${large} and ${plain}`,
        headers: { link: (link) => link?.startsWith(`<${base}/plants?`) && link.endsWith('>; rel="next"') },
      },
    ],
    [
      'Link leads to the next page',
      ({ next }) => next && { path: next },
      { status: 200, body: (plants) => plants?.[0]?.id === keyed, says: `the plant ${keyed} first` },
    ],
    [
      'PUT with If-None-Match: * adds a plant',
      {
        method: 'PUT',
        path: `/plants/${put}`,
        body: `{"name":"${mark}"}`,
        headers: { 'if-none-match': '*' },
      },
      { status: 201, headers: { etag: entityTag } },
    ],
    [
      'PATCH with the ETag of the plant changes it',
      ({ etag }) => etag && change(put, `${mark} Moss`, etag),
      { status: 200, body: { id: put, name: `${mark} Moss` } },
    ],
    ['PATCH with another ETag: 412', change(put, `${mark} Fern`, '"other"'), error(412, 41200)],
    [
      'DELETE is answered without a body',
      ({ etag }) => etag && { method: 'DELETE', path: `/plants/${put}`, headers: { 'if-match': etag } },
      { status: 204, type: undefined },
    ],
  ];
};

const change = (id, name, etag) => ({
  method: 'PATCH',
  path: `/plants/${id}`,
  body: `{"name":"${name}"}`,
  headers: { 'if-match': etag, 'content-type': 'application/merge-patch+json' },
});
