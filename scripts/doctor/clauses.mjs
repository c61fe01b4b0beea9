import { randomUUID } from 'node:crypto';
import { exactClauses, plant, plantClauses } from './plant-clauses.mjs';

// `play` takes a promise, what is sent, and the promised answer: its status, its `type` (JSON, or null without a body), its
// `body` and `headers`. These are values, or patterns of their text. It gives the status
// and the headers that came.

const one = '/plants?limit=1';
const list = { status: 200, body: /^\[/ };
const challenge = { 'www-authenticate': /^Bearer realm="plant-store"/ };
const invalid = { 'www-authenticate': /error="invalid_token"/ };
const entityTag = /^"[^"]+"$/;
const error = (status, number, headers) => ({ status, body: new RegExp(`"error":${number},`), headers });
const literally = (text) => text.replaceAll(/[^\w/-]/g, '\\$&');

/** The clause that all others need. */
export const tokenClause = ['the Authorization header reaches the store', { path: one }, list];

/** Clauses that write nothing. `nobody` is an id that no plant has; `base` the path of the store's address. */
export async function playReads(play, { base, nobody }) {
  const missing = `/plants/${nobody}`;
  const requestId = { 'x-request-id': randomUUID() };
  const ndjson = 'application/x-ndjson';
  const problem = 'application/problem+json';
  const servers = new RegExp(`"servers":\\[\\{"url":"${literally(base || '/')}"`);
  const forwarded = 'a proxy sends it in X-Forwarded-Prefix, with X-Forwarded-For';
  const document = { token: null, path: '/openapi.json' };
  const clauses = [
    ['no token: 401 with a challenge', { token: null, path: one }, error(401, 40100, challenge)],
    ['a wrong token: 401 with a challenge', { token: 'wrong', path: one }, error(401, 40101, invalid)],
    ['health needs no token', { token: null, path: '/healthz' }, { status: 200, body: { status: 'ok' } }],
    [`the document names the path of this address (${forwarded})`, document, { status: 200, body: servers }],
    [
      'an answer is compressed only if asked',
      document,
      { status: 200, headers: { 'content-encoding': undefined } },
    ],
    ['a plant that is not there: 404', { path: missing }, error(404, 40400)],
    [
      `Accept: ${problem} is honoured`,
      { path: missing, headers: { accept: problem } },
      { ...error(404, 40400), type: problem },
    ],
    [
      `Accept: ${ndjson} is honoured`,
      { path: one, headers: { accept: ndjson } },
      { status: 200, type: ndjson },
    ],
    [
      'a method without a route: 405',
      { method: 'PUT', path: '/plants' },
      error(405, 40500, { allow: /POST/ }),
    ],
    ['%2F in a path stays in its segment', { path: `${missing}%2Fhistory` }, error(400, 40003)],
    ['%2e%2e in a path is not followed', { path: '/plants/%2e%2e%2Fhealthz' }, error(400, 40003)],
    ['%26 in a query stays in its value', { path: '/plants?q=a%26b%3D1&limit=1' }, list],
    ['an unknown query parameter: 400', { path: '/plants?limt=1' }, error(400, 40000)],
    ['HEAD is answered as GET, without a body', { method: 'HEAD', path: one }, { status: 200 }],
    ['X-Request-Id is repeated', { path: one, headers: requestId }, { ...list, headers: requestId }],
  ];
  for (const clause of clauses) await play(...clause);
}

/** Clauses of reading the plant `id`. */
export async function playVersion(play, id) {
  const path = `/plants/${id}`;
  const tagged = { status: 200, headers: { etag: entityTag } };
  const { etag } = await play('a plant has an ETag', { path }, tagged);
  const sameTag = { 'if-none-match': etag };
  await play('If-None-Match with this ETag: 304', { path, headers: sameTag }, { status: 304, type: null });
  const compressed = { path, headers: { 'accept-encoding': 'gzip, br' } };
  const same = { status: 200, headers: { etag: etag ?? entityTag } };
  await play('a client that accepts compression gets the same ETag', compressed, same);
}

/** Clauses that write. None of the `ids` belongs to a plant; each name begins with the word `mark`. */
export async function playWrites(play, { base, ids, mark }) {
  const [first, second, third, nobody, odd, keyed, utf8, large, put] = ids;
  for (const clause of plantClauses({ ids: [first, second, third, nobody], mark })) await play(...clause);
  for (const clause of exactClauses({ id: odd, mark })) await play(...clause);
  await playVersion(play, third);

  const once = { body: plant(keyed, `${mark} Key`), headers: { 'idempotency-key': mark } };
  const added = { location: `${base}/plants/${keyed}`, etag: entityTag };
  const replayed = { 'idempotent-replayed': 'true' };
  await play('an added plant has Location and ETag', once, { status: 200, headers: added });
  await play('Idempotency-Key: a repeated POST is done once', once, { status: 200, headers: replayed });

  const name = `${mark} Aloë 龟背竹 🌱`;
  const intact = { status: 200, body: { name } };
  await play('UTF-8 is neither escaped nor changed', { body: plant(utf8, name) }, intact);
  const padded = (bytes, id) => `${`{"id":${id},"name":"${mark}","pad":"`.padEnd(bytes - 2, 'x')}"}`;
  await play('a body of 64 KiB is accepted', { body: padded(65_536, large) }, { status: 200 });
  await play('a larger one: 413', { body: padded(65_537, nobody) }, error(413, 41300));
  const rows = `${nobody},${mark},${'x'.repeat(9_000)}\n`.repeat(233);
  const csv = { path: '/imports?dryRun=true', headers: { 'content-type': 'text/csv' } };
  const read = { status: 200, body: /"rows":233,/ };
  await play('a file of 2 MiB is read whole', { ...csv, body: `id,name,note\n${rows}` }, read);

  const two = { path: `/plants?q=${mark}&limit=2` };
  const { link } = await play('a list has the newest first, and a Link to the next page', two, {
    status: 200,
    body: new RegExp(`^\\[\\{"id":${large},.*\\{"id":${utf8},`),
    headers: { link: new RegExp(`^<${literally(base)}/plants\\?.*>; rel="next"$`) },
  });
  const [, next] = /^<(.+)>/.exec(link) ?? [];
  const following = { status: 200, body: new RegExp(`^\\[\\{"id":${keyed},`) };
  if (next?.startsWith(`${base}/`))
    await play('Link leads to the next page', { path: next.slice(base.length) }, following);

  const path = `/plants/${put}`;
  const patch = (name, etag) => ({
    ...{ method: 'PATCH', path, body: `{"name":"${mark} ${name}"}` },
    headers: { 'if-match': etag, 'content-type': 'application/merge-patch+json' },
  });
  const absent = { method: 'PUT', path, body: `{"name":"${mark}"}`, headers: { 'if-none-match': '*' } };
  const made = { status: 201, headers: { etag: entityTag } };
  const { etag } = await play('PUT with If-None-Match: * adds a plant', absent, made);
  const moss = { status: 200, body: { id: put, name: `${mark} Moss` } };
  const after = await play('PATCH with the ETag of the plant changes it', patch('Moss', etag), moss);
  await play('PATCH with another ETag: 412', patch('Fern', '"other"'), error(412, 41200));
  const removed = { method: 'DELETE', path, headers: { 'if-match': after.etag } };
  await play('DELETE is answered without a body', removed, { status: 204, type: null });
}
