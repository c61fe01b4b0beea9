import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedDocument } from './src/openapi/generated-document.ts';

writeFileSync(join(import.meta.dirname, 'openapi.json'), `${JSON.stringify(generatedDocument, null, 2)}\n`);
