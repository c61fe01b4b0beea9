import { ErrorBody, NewPlant, Plant, Problem, StoredPlant } from '@plant-store/schema';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { errorResponses } from './openapi-errors.ts';
import { routeKey } from './rest-meta.ts';
import { type RestRoute, restRoutes } from './rest-routes.ts';
import { appRouter } from './router.ts';

type Schema = Record<string, unknown>;
type Operation = {
  operationId: string;
  parameters?: unknown[];
  security?: unknown;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: Schema; content: Record<string, { schema: Schema }> }>;
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
    defs: { Plant, NewPlant, StoredPlant, Error: ErrorBody, Problem },
  });
  for (const route of restRoutes) {
    const [path, method] = routeKey(route.openapi);
    mend(generated.paths?.[path]?.[method] as Operation, route);
  }
  return { ...(open(generated) as OpenAPIObject), security: [{ bearer: [] }] };
}

function mend(operation: Operation, route: RestRoute) {
  // Said once for the whole document.
  delete operation.security;
  if (operation.parameters?.length === 0) delete operation.parameters;
  // The library inlines what goes in.
  const body = operation.requestBody?.content['application/json'];
  if (body && route.inputName) body.schema = { $ref: `#/components/schemas/${route.inputName}` };
  const success = operation.responses['200'];
  const answer = success?.content['application/json'];
  if (!success || !answer) throw new Error(`${operation.operationId} has no 200 in the document`);
  if (route.isPaged) answer.schema = (answer.schema.properties as { items: Schema }).items;
  success.headers = Object.fromEntries(
    Object.entries({
      ...route.responseHeaders,
      'X-Request-Id': 'Names this request in the log of the server.',
    }).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
  Object.assign(operation.responses, errorResponses(route, body !== undefined));
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
