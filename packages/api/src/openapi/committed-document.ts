import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from 'trpc-to-openapi';

/**
 * The committed OpenAPI document of the REST routes. `npm run document` writes it, and a test fails if it differs from
 * the document of `generated-document.ts`. Generating it takes a quarter of a start, and the library for it 20 MB.
 */
export const document: OpenAPIObject = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
);
