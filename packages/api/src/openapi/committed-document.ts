import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from 'trpc-to-openapi';

/** `npm run document` writes it. Generating it at each start would cost a quarter of the start, and 20 MB. */
export const document: OpenAPIObject = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
);
