import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { narrowings, wider } from './narrowings.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const committed = read(join(import.meta.dirname, '../../openapi.json'));
const folder = join(import.meta.dirname, '../../../../docs/released');
const released = readdirSync(folder);

test('there is a released document', () => {
  expect(released).toContain('1.0.0.json');
});

test.for(released)('the document keeps all promises of docs/released/%s', (name) => {
  expect(narrowings(read(join(folder, name)), committed)).toEqual([]);
});

test.each([...wider])(
  '%s accepts no character that %s refuses, at the beginning and after it',
  (old, now) => {
    const [former, later] = [old, now].map((pattern) => new RegExp(String(pattern), 'u'));
    const refused = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
      [one, `a${one}`].some((text) => former?.test(text) && !later?.test(text)),
    );
    expect(refused).toEqual([]);
  },
);

/** The schema of lines of JSON. */
const lines = { contentMediaType: 'application/x-ndjson', contentSchema: { properties: { row: {} } } };

/** A document with one operation that has all that can be narrowed. */
const example = {
  paths: {
    '/plants': {
      post: {
        parameters: [
          { in: 'query', name: 'mode', schema: { enum: ['add', 'skip'], default: 'add' } },
          { in: 'header', name: 'Key', required: false, schema: { type: 'string', maxLength: 255 } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } },
        },
        responses: {
          200: {
            headers: { ETag: {} },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Plant' } },
              'text/csv': { schema: lines },
            },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      get: { security: [], responses: {} },
    },
  },
  security: [{ bearer: [] }],
  components: {
    responses: { NotFound: { content: { 'application/json': { schema: { type: 'object' } } } } },
    schemas: {
      New: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer', format: 'int64', minimum: 0, maximum: 9 },
          name: { type: ['string', 'null'], maxLength: 200 },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 9 },
          size: { type: 'number' },
          place: {
            anyOf: [
              { type: 'string', maxLength: 9 },
              { type: 'object', properties: { row: { type: 'integer' } } },
            ],
          },
        },
      },
      Plant: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          tag: { type: 'string', enum: ['red', 'green'] },
          place: {
            anyOf: [{ type: 'string' }, { type: 'object', required: ['row'], properties: { row: {} } }],
          },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Plant' } },
        },
      },
    },
  },
};
// biome-ignore lint/suspicious/noExplicitAny: each case changes another part.
type Change = (document: any) => void;
const changed = (change: Change) => {
  const document = structuredClone(example);
  change({ ...document, ...document.components.schemas, post: document.paths['/plants'].post, document });
  return narrowings(example, document);
};

const body = 'POST /plants body application/json';
const answer = 'POST /plants 200 application/json';

test.for<[string, Change]>([
  ['GET /plants is gone', ({ paths }) => delete paths['/plants'].get],
  ['POST /plants is gone', ({ paths }) => delete paths['/plants'].post],
  ['GET /plants needs a token', ({ paths }) => delete paths['/plants'].get.security],
  ['POST /plants query mode is gone', ({ post }) => post.parameters.shift()],
  ['POST /plants query mode skip is gone', ({ post }) => post.parameters[0].schema.enum.pop()],
  [
    'POST /plants query mode default is "skip", was "add"',
    ({ post }) => (post.parameters[0].schema.default = 'skip'),
  ],
  ['POST /plants header Key is required', ({ post }) => (post.parameters[1].required = true)],
  [
    'POST /plants header Key maxLength is 9, was 255',
    ({ post }) => (post.parameters[1].schema.maxLength = 9),
  ],
  [
    'POST /plants header Key pattern is "x", was undefined',
    ({ post }) => (post.parameters[1].schema.pattern = 'x'),
  ],
  [
    'POST /plants header Key enum is ["a"], was undefined',
    ({ post }) => (post.parameters[1].schema.enum = ['a']),
  ],
  [
    'POST /plants query page is required',
    ({ post }) => post.parameters.push({ in: 'query', name: 'page', required: true }),
  ],
  [`${body} is gone`, ({ post }) => (post.requestBody.content = {})],
  [`${body} name is required`, ({ New }) => New.required.push('name')],
  [`${body} kind is required`, ({ New }) => New.required.push('kind')],
  [`${body} name is gone`, ({ New }) => delete New.properties.name],
  [`${body} name type is string, was string,null`, ({ New }) => (New.properties.name.type = 'string')],
  [`${body} name maxLength is 100, was 200`, ({ New }) => (New.properties.name.maxLength = 100)],
  [`${body} name minLength is 1, was undefined`, ({ New }) => (New.properties.name.minLength = 1)],
  [`${body} id minimum is 1, was 0`, ({ New }) => (New.properties.id.minimum = 1)],
  [`${body} id maximum is 8, was 9`, ({ New }) => (New.properties.id.maximum = 8)],
  [`${body} id format is "int32", was "int64"`, ({ New }) => (New.properties.id.format = 'int32')],
  [`${body} size type is integer, was number`, ({ New }) => (New.properties.size.type = 'integer')],
  [
    `${body} tags items type is integer, was string`,
    ({ New }) => (New.properties.tags.items.type = 'integer'),
  ],
  [`${body} place form 1 maxLength is 8, was 9`, ({ New }) => (New.properties.place.anyOf[0].maxLength = 8)],
  [`${body} place type is string, was string,object`, ({ New }) => New.properties.place.anyOf.pop()],
  [`${body} unknown fields are refused`, ({ New }) => (New.additionalProperties = false)],
  ['POST /plants 404 is gone', ({ post }) => delete post.responses[404]],
  [
    'POST /plants 404 application/json is gone',
    ({ components }) => (components.responses.NotFound.content = {}),
  ],
  ['POST /plants 200 ETag is gone', ({ post }) => (post.responses[200].headers = {})],
  ['POST /plants 200 text/csv is gone', ({ post }) => delete post.responses[200].content['text/csv']],
  [
    'POST /plants 200 text/csv contentSchema row is gone',
    ({ post }) => delete post.responses[200].content['text/csv'].schema.contentSchema.properties.row,
  ],
  [`${answer} tag is gone`, ({ Plant }) => delete Plant.properties.tag],
  [`${answer} tag red is gone`, ({ Plant }) => Plant.properties.tag.enum.shift()],
  [`${answer} name may be missing`, ({ Plant }) => (Plant.required = [])],
  [
    `${answer} name type is string,null, was string`,
    ({ Plant }) => (Plant.properties.name.type = ['string', 'null']),
  ],
  [`${answer} name type is any, was string`, ({ Plant }) => delete Plant.properties.name.type],
  [
    `${answer} place type is string,object,null, was string,object`,
    ({ Plant }) => Plant.properties.place.anyOf.push({ type: 'null' }),
  ],
  [
    `${answer} place form 2 row may be missing`,
    ({ Plant }) => (Plant.properties.place.anyOf[1].required = []),
  ],
])('%s', ([line, change]) => {
  expect(changed(change)).toEqual([line]);
});

test('a body that becomes required counts', () => {
  const later = structuredClone(example);
  const earlier: Record<string, unknown> = structuredClone(example);
  // biome-ignore lint/suspicious/noExplicitAny: a part of the example.
  (earlier.paths as any)['/plants'].post.requestBody.required = false;
  expect(narrowings(earlier, later)).toEqual(['POST /plants body is required']);
});

test.for<[string, Change]>([
  ['an operation', ({ paths }) => (paths['/trash'] = { get: {} })],
  ['an operation without a token', ({ post }) => (post.security = [])],
  ['an optional parameter', ({ post }) => post.parameters.push({ in: 'query', name: 'page' })],
  ['an optional field of a body', ({ New }) => (New.properties.color = { type: 'string' })],
  [
    'a value of an enum',
    ({ post, Plant }) => [post.parameters[0].schema, Plant.properties.tag].map((one) => one.enum.push('x')),
  ],
  ['any value where an enum was', ({ post }) => delete post.parameters[0].schema.enum],
  ['a larger maximum', ({ New }) => (New.properties.id.maximum = 10)],
  ['a smaller minimum', ({ New }) => (New.properties.id.minimum = -1)],
  ['no limit', ({ New }) => delete New.properties.name.maxLength],
  ['a type of an input', ({ New }) => (New.properties.id.type = 'number')],
  ['a form of an input', ({ New }) => New.properties.place.anyOf.push({ type: 'null' })],
  [
    'a form of an answer, of a known type',
    ({ Plant }) => Plant.properties.place.anyOf.push({ type: 'object' }),
  ],
  ['an input that is no longer required', ({ New }) => (New.required = [])],
  ['a field of an answer', ({ Plant }) => (Plant.properties.color = { type: 'string' })],
  ['a field that an answer always has', ({ Plant }) => Plant.required.push('tag')],
  [
    'a status, a header and a media type',
    ({ post }) => {
      post.responses[429] = {};
      Object.assign(post.responses[200], { headers: { ETag: {}, Age: {} } });
      post.responses[200].content['text/plain'] = {};
    },
  ],
  ['a text', ({ Plant }) => (Plant.description = 'A plant.')],
  [
    'a component in place of its copy',
    ({ components, post }) => {
      components.schemas.Other = components.schemas.New;
      post.requestBody.content['application/json'].schema = { $ref: '#/components/schemas/Other' };
    },
  ],
])('%s is allowed', ([, change]) => {
  expect(changed(change)).toEqual([]);
});
