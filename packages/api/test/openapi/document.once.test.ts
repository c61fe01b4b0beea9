import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { generatedDocument as document } from '../../src/openapi/generated-document.ts';
import { fileRoutes, restRoutes } from '../../src/rest/routes.ts';
import { startStore } from '../store.ts';
import { operation, operations, responsesOf, schemas } from './openapi-parts.ts';

test('the committed document is the generated document: "npm run document" renews it', () => {
  const committed = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8');
  expect(committed).toBe(`${JSON.stringify(document, null, 2)}\n`);
});

test('the served document is the generated document', async () => {
  const { url } = await startStore();
  const answer = await fetch(`${url}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
});

test('the document is valid for openapi-schema-validator', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('the document and its examples are valid for Redocly', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({
      extends: ['recommended'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        // The server's address is that of the loaded document, and the licence is named by its SPDX identifier.
        'no-server-example.com': 'off',
      },
    }),
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('the document declares OpenAPI 3.1, version 1.0.0, MIT and a bearer token everywhere', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } });
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(document.components?.securitySchemes?.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(operation('/plants', 'post').security).toBeUndefined();
});

test('the schemas of Plant, NewPlant and Error are those of the contract, as components', () => {
  const shape = (name: string) => {
    const { required, properties, additionalProperties } = schemas[name] ?? {};
    const types = Object.entries(properties ?? {}).map(([key, { type, format }]) => [key, type, format]);
    return { required, types, additionalProperties };
  };
  expect(shape('Plant')).toEqual({
    required: ['name'],
    types: [
      ['name', 'string', undefined],
      ['tag', 'string', undefined],
    ],
    additionalProperties: undefined,
  });
  expect(shape('NewPlant')).toEqual({
    required: ['id', 'name'],
    types: [
      ['id', 'integer', 'int64'],
      ['name', 'string', undefined],
      ['tag', 'string', undefined],
    ],
    additionalProperties: undefined,
  });
  expect(shape('Error')).toEqual({
    required: ['error', 'message'],
    types: [
      ['error', 'integer', 'int32'],
      ['message', 'string', undefined],
    ],
    additionalProperties: undefined,
  });
});

test('POST /plants accepts a NewPlant and answers with a Plant, or with an Error for each status', () => {
  const { operationId, requestBody } = operation('/plants', 'post');
  const responses = responsesOf('/plants', 'post');
  expect(operationId).toBe('createPlant');
  expect(requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPlant' } } },
  });
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '413', '429', '500', '503']);
  const { 200: success, ...failures } = responses;
  expect(success?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Plant' });
  expect(Object.keys(success?.headers ?? {})).toEqual([
    'Location',
    'ETag',
    'Idempotent-Replayed',
    'X-Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    'Token-Expires-At',
  ]);
  expect(Object.keys(failures[429]?.headers ?? {})).toEqual([
    'Retry-After',
    'X-Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    'Token-Expires-At',
  ]);
  for (const failure of Object.values(failures)) {
    expect(failure.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    expect(Object.keys(failure.content['application/json']?.examples ?? {})).not.toHaveLength(0);
  }
});

test('the document has every REST procedure and every other route, each with a unique name', () => {
  const described = operations.map(({ operation }) => operation.operationId);
  const others = ['importPlants', 'getAnnotatedFile', 'getHealth', 'getReadiness', 'getMetrics'];
  const named = [...restRoutes, ...fileRoutes].map(({ openapi }) => openapi.operationId);
  expect(described.sort()).toEqual([...named, ...others].sort());
  expect(new Set(described).size).toBe(described.length);
});
