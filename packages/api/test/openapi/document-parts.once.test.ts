import { expect, test } from 'vitest';
import { generatedDocument as document } from '../../src/openapi/generated-document.ts';
import { routeKey } from '../../src/procedures/base/rest-meta.ts';
import { fileRoutes, restRoutes } from '../../src/rest/routes.ts';
import { operation, operations, schemas, sharedResponses } from './openapi-parts.ts';

test.for([
  ['/plants', 'StoredPlant'],
  ['/audit', 'AuditEntry'],
] as const)('%s is an array of at most 200 items, and its file an operation beside it', ([path, item]) => {
  expect(operation(path, 'get').responses[200]?.content).toEqual({
    'application/json': {
      schema: { type: 'array', maxItems: 200, items: { $ref: `#/components/schemas/${item}` } },
    },
  });
  const file = operation(`${path}/export`, 'get');
  const text = { schema: { type: 'string' } };
  expect(file.responses[200]?.content).toEqual({ 'text/csv': text, 'application/x-ndjson': text });
  // A client that sends the default of the list would get one page.
  const limit = file.parameters?.find(({ name }) => name === 'limit');
  expect(Object.keys(limit?.schema ?? {})).toEqual(['description', 'examples', 'type', 'minimum', 'maximum']);
});

test('an id says that JSON.parse rounds it, and where the way out is', () => {
  for (const schema of ['NewPlant', 'StoredPlant'])
    expect(schemas[schema]?.properties.id?.description).toMatch(/JSON\.parse.*\/docs\/exact-fetch\.js/);
});

test('bulk bodies contain either ids or a filter', () => {
  for (const path of ['edit', 'delete']) {
    const { schema } =
      operation(`/plants/bulk/${path}`, 'post').requestBody.content['application/json'] ?? {};
    const name = (schema as { $ref: string }).$ref.split('/').at(-1) ?? '';
    const { oneOf } = schemas[name] as unknown as { oneOf: { required: string[] }[] };
    const of = path === 'edit' ? ['tag'] : [];
    expect(oneOf.map(({ required }) => required)).toEqual([
      ['ids', ...of],
      ['filter', ...of],
    ]);
    for (const one of oneOf) expect(one).toMatchObject({ additionalProperties: false });
  }
});

test('a patch is a JSON merge patch, which may be sent as plain JSON', () => {
  const { content } = operation('/plants/{id}', 'patch').requestBody;
  expect(Object.keys(content)).toEqual(['application/json', 'application/merge-patch+json']);
});

test('the document has the routes for monitoring, and public routes need no token', () => {
  for (const path of ['/healthz', '/readyz']) expect(operation(path, 'get').security).toEqual([]);
  expect(operation('/metrics', 'get').security).toBeUndefined();
});

test('each tag is described once and used', () => {
  const used = operations.flatMap(({ operation }) => operation.tags);
  expect(document.tags?.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort());
});

test('each error response with its examples is in the document once, with its headers', () => {
  const failures = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses).filter(([status]) => Number(status) >= 400),
  );
  for (const [, response] of failures) expect(Object.keys(response)).toEqual(['$ref']);
  expect(JSON.stringify(document).split('the body is empty; send a JSON object')).toHaveLength(2);
  for (const [name, { headers }] of Object.entries(sharedResponses))
    expect([name, Object.keys(headers)]).toEqual([
      name,
      expect.arrayContaining(['RateLimit', 'X-Request-Id']),
    ]);
  for (const name of ['TooManyRequests', 'Unavailable'])
    expect(sharedResponses[name]?.headers).toHaveProperty('Retry-After');
});

test('each route declares all inputs of its procedure', () => {
  for (const { openapi, procedure } of [...restRoutes, ...fileRoutes]) {
    const [path, method] = routeKey(openapi);
    const { parameters = [], requestBody } = operation(path, method);
    const { $ref = '', ...inline } = (requestBody?.content['application/json']?.schema ?? {}) as Body;
    const body = (schemas[$ref.split('/').at(-1) ?? ''] ?? inline) as Body;
    const declared = [
      ...parameters.filter((one) => one.in !== 'header').map(({ name }) => name),
      ...[body, ...(body.oneOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties)),
    ];
    const { inputs } = procedure._def as unknown as { inputs: { shape: object }[] };
    const taken = inputs.flatMap(({ shape }) => Object.keys(shape));
    expect([path, [...new Set(declared)].sort()]).toEqual([path, taken.sort()]);
  }
});
type Body = { $ref?: string; properties?: object; oneOf?: { properties?: object }[] };
