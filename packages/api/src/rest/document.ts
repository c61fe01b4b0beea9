import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from 'trpc-to-openapi';

/**
 * The OpenAPI document of the REST routes, as it is committed: `npm run document` writes it, and a test fails while it
 * is not what `openapi.ts` makes. Making it takes a quarter of a start and 20 MB for the library that does.
 */
export const document: OpenAPIObject = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
);
