import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from 'trpc-to-openapi';

/**
 * The committed OpenAPI document of the REST routes. `npm run document` writes it, and a test fails if it differs from
 * `generatedDocument`. Generating it at each start would cost a quarter of the start, and 20 MB.
 */
export const document: OpenAPIObject = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
);
