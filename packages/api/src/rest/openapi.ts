import {
  ErrorBody,
  ImportProgress,
  ImportResult,
  NewPlant,
  Plant,
  PlantCount,
  PlantPatch,
  PlantSelection,
  PlantsPatch,
  Problem,
  Statistics,
  StoredPlant,
} from '@plant-store/schema';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { importPaths } from '../import/imports-document.ts';
import { monitoringPaths } from '../monitoring/monitoring-document.ts';
import { appRouter } from '../router.ts';
import { headerComponents } from './document-headers.ts';
import { tags } from './document-tags.ts';
import { errorComponents } from './openapi-errors.ts';
import { describeOperation, type Operation } from './openapi-operation.ts';
import { routeKey } from './rest-meta.ts';
import { restRoutes } from './rest-routes.ts';

/** Objects in which a key that is not listed is refused. */
const closed = { PlantSelection, PlantsPatch };

/**
 * The OpenAPI 3.1 document of the REST routes: trpc-to-openapi's reading of the router, mended in this one place where
 * it says less than the contract. Ids in it are small enough for any JSON reader.
 */
export const document: OpenAPIObject = describe();

function describe(): OpenAPIObject {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Plant Store',
    description:
      'Add plants to the store and read them back. Every request needs a bearer token, except those to /healthz and /readyz; ' +
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
      ...{ ImportProgress, ImportResult, ...closed },
    },
  });
  for (const route of restRoutes) {
    const [path, method] = routeKey(route.openapi);
    describeOperation(generated.paths?.[path]?.[method] as Operation, route);
  }
  Object.assign(generated.paths ?? {}, importPaths, monitoringPaths);
  const { schemas = {}, ...components } = generated.components ?? {};
  const opened = Object.entries(schemas).map(([name, schema]) => [
    name,
    name in closed ? schema : open(schema),
  ]);
  return {
    ...generated,
    tags,
    paths: open(generated.paths) as OpenAPIObject['paths'],
    components: {
      ...components,
      schemas: Object.fromEntries(opened),
      headers: headerComponents,
      ...errorComponents(),
    } as OpenAPIObject['components'],
    security: [{ bearer: [] }],
  };
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
