import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from 'trpc-to-openapi';

/**
 * The committed OpenAPI document of the REST routes. `npm run document` writes it, and a test fails if it differs from
 * the document of `openapi.ts`. Generating it would cost a quarter of a start, and 20 MB for the library.
 */
export const document: OpenAPIObject = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
);
