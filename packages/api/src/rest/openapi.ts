import {
  ErrorBody,
  ImportProgress,
  ImportResult,
  NewPlant,
  Plant,
  PlantCount,
  PlantPatch,
  Problem,
  Statistics,
  StoredPlant,
} from '@plant-store/schema';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { importPaths } from '../import/imports-document.ts';
import { appRouter } from '../router.ts';
import { exportTypes } from './list-export.ts';
import { callerHeaders, errorResponses, headerComponents } from './openapi-errors.ts';
import { routeKey } from './rest-meta.ts';
import { type RestRoute, restRoutes } from './rest-routes.ts';

type Schema = Record<string, unknown>;
type Response = { description?: string; headers?: Schema; content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: string;
  parameters?: unknown[];
  security?: unknown;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
};

/**
 * The OpenAPI 3.1 document of the REST routes: trpc-to-openapi's reading of the router, mended in this one place where
 * it says less than the contract. Ids in it are small enough for any JSON reader.
 */
export const document: OpenAPIObject = describe();

function describe(): OpenAPIObject {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Plant Store',
    description:
      'Add plants to the store and read them back. Every request needs a bearer token; ' +
      'every error says in `message` what was wrong and what would be right.',
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
    baseUrl: '/',
    openApiVersion: '3.1.0',
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A token of the store: `Authorization: Bearer <token>`. Make one with `npm run token -- create`.',
      },
    },
    defs: {
      ...{ Plant, NewPlant, StoredPlant, PlantPatch, PlantCount, Statistics, Error: ErrorBody, Problem },
      ...{ ImportProgress, ImportResult },
    },
  });
  for (const route of restRoutes) {
    const [path, method] = routeKey(route.openapi);
    mend(generated.paths?.[path]?.[method] as Operation, route);
  }
  Object.assign(generated.paths ?? {}, importPaths);
  generated.components = { ...generated.components, headers: headerComponents };
  return { ...(open(generated) as OpenAPIObject), security: [{ bearer: [] }] };
}

function mend(operation: Operation, route: RestRoute) {
  // Said once for the whole document.
  delete operation.security;
  if (operation.parameters?.length === 0) delete operation.parameters;
  // The library inlines what goes in.
  const body = operation.requestBody?.content['application/json'];
  const component = route.body ?? route.inputName;
  if (body && component) body.schema = { $ref: `#/components/schemas/${component}` };
  addParameters(operation, route);
  addSuccesses(operation, route);
  Object.assign(operation.responses, errorResponses(route, body !== undefined));
}

/** Those in headers; and those in the query of a request with a body, which the library takes for part of that. */
function addParameters(operation: Operation, { query, requestHeaders }: RestRoute) {
  const body = operation.requestBody?.content['application/json']?.schema;
  const properties = (body?.properties ?? {}) as Record<string, Schema>;
  const inQuery = query.map((name) => {
    const { [name]: schema } = properties;
    delete properties[name];
    if (!schema) throw new Error(`${operation.operationId} has no ${name} in the document`);
    const { description, ...rest } = schema;
    return { name, in: 'query', required: false, description, schema: rest };
  });
  if (body?.required) body.required = (body.required as string[]).filter((name) => !query.includes(name));
  const inHeader = Object.entries(requestHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  const parameters = [...(operation.parameters ?? []), ...inQuery, ...inHeader];
  if (parameters.length > 0) operation.parameters = parameters;
}

/** What the library describes as a 200, as the statuses that there are. */
function addSuccesses(
  operation: Operation,
  { isPaged, exported, created, notModified, responseHeaders, procedure }: RestRoute,
) {
  const { 200: success } = operation.responses;
  if (!success) throw new Error(`${operation.operationId} has no 200 in the document`);
  const answer = success.content?.['application/json'];
  if (answer && isPaged) answer.schema = (answer.schema.properties as { items: Schema }).items;
  if (exported)
    for (const type of Object.values(exportTypes)) {
      const [name = ''] = type.split(';');
      success.content = { ...success.content, [name]: { schema: { type: 'string' } } };
    }
  success.headers = {
    ...Object.fromEntries(
      Object.entries({
        ...responseHeaders,
        'X-Request-Id': 'Names this request in the log of the server.',
      }).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
    ...callerHeaders,
  };
  if (created) operation.responses[201] = { ...success, description: created };
  const { content: _, ...bare } = success;
  if (notModified) operation.responses[304] = { ...bare, description: notModified };
  if (!isEmpty(procedure)) return;
  delete operation.responses[200];
  operation.responses[204] = bare;
}

function isEmpty({ _def }: RestRoute['procedure']): boolean {
  return (_def as unknown as { output?: { def?: { type?: string } } }).output?.def?.type === 'void';
}

/** The contract's objects are open: nothing in them forbids a key that is not listed. */
function open(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(open);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) =>
      key === 'additionalProperties' && value === false ? [] : [[key, open(value)]],
    ),
  );
}
