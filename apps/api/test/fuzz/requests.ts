import fc from 'fast-check';
import { anyTarget, pathOf, queryOf } from './addresses.ts';
import { bodyOf } from './bodies.ts';
import type { Document, Operation, Resolve } from './document.ts';
import { headersOf } from './headers.ts';
import { nonsense } from './nonsense.ts';
import { ids, type Known, rarely, validJson } from './values.ts';
import type { Header, Sent } from './wire.ts';

/** The number of light requests for each request to a route that starts a thread. */
const lightPerHeavy = 40;

const isHeavy = ({ path, method }: Operation) =>
  /^\/(imports$|plants\/bulk\/)|\/undo$/.test(path) && method === 'POST';

/** The metrics take no input, and one answer takes as much time as a dozen others. */
const weightOf = (one: Operation) =>
  isHeavy(one) ? 2 : one.path === '/metrics' ? lightPerHeavy / 8 : lightPerHeavy;

const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY LINK M-SEARCH'.split(' ');

/** Requests to each route of a document, from valid to random, and bytes that are no request. */
export function requests({ operations, resolve }: Document, known: Known): fc.Arbitrary<Sent> {
  const light = operations.filter((one) => !isHeavy(one));
  const inJson = operations.filter((one) => isHeavy(one) && one.requestBody?.content['application/json']);
  return fc.oneof(
    ...operations.map((one) => ({
      weight: weightOf(one),
      arbitrary: requestTo(one, known, resolve),
    })),
    // A request that is refused for its body starts no thread.
    ...inJson.map((one) => ({
      weight: lightPerHeavy,
      arbitrary: requestTo({ ...one, requestBody: { content: { 'application/json': {} } } }, known, resolve),
    })),
    {
      weight: lightPerHeavy,
      arbitrary: nonsense(fc.constantFrom(...light).chain((one) => requestTo(one, known, resolve))),
    },
    {
      weight: lightPerHeavy,
      arbitrary: fc.constantFrom(...light).chain((one) => elsewhere(one, known, resolve)),
    },
  );
}

function requestTo(operation: Operation, known: Known, resolve: Resolve): fc.Arbitrary<Sent> {
  const of = (place: string) => operation.parameters.filter((one) => one.in === place);
  return fc
    .record({
      method: rarely(fc.constantFrom(...methods), fc.constant(operation.method)),
      target: rarely(
        anyTarget,
        fc.tuple(pathOf(operation.path, known), queryOf(of('query'), known)).map((parts) => parts.join('')),
      ),
      headers: headersOf(operation, of('header'), known),
      body: bodyOf(operation, known, resolve),
      chunks: fc.option(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 3 }), {
        nil: undefined,
        freq: 8,
      }),
    })
    .map((sent) => (sent.body ? sent : { ...sent, chunks: undefined }));
}

/** A request like one for a route, with any method, to an address that is not in the document. */
const elsewhere = (operation: Operation, known: Known, resolve: Resolve): fc.Arbitrary<Sent> =>
  fc
    .tuple(requestTo(operation, known, resolve), fc.constantFrom(...methods), anyTarget)
    .map(([sent, method, target]) => ({ ...sent, method, target }));

/** Requests to a route that are valid except possibly for the body. */
export function plainRequests(operation: Operation, known: Known, { resolve }: Document): fc.Arbitrary<Sent> {
  const { path, method, requestBody } = operation;
  const [type, { schema = {}, example }] = Object.entries(requestBody?.content ?? {})[0] ?? ['', {}];
  const headers: Header[] = [
    ['Host', 'store'],
    ['Authorization', `Bearer ${known.tokens[0]}`],
    ...(type ? [['Content-Type', type] as Header] : []),
  ];
  const json = type === 'application/json' ? validJson(schema, known, resolve) : fc.constant(String(example));
  const body = type ? json.map((text) => Buffer.from(text)) : fc.constant(undefined);
  const target = fc.tuple(
    ...path
      .split('/')
      .map((part) => (part.startsWith('{') ? ids(known, path.split('/')[1]) : fc.constant(part))),
  );
  return fc.record({
    method: fc.constant(method),
    target: target.map((parts) => parts.join('/')),
    headers: fc.constant(headers),
    body,
  });
}
