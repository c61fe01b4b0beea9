import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedDocument } from './src/openapi/generated-document.ts';

// The committed copy, for readers and for tools that need a file. A test fails when it is outdated.
writeFileSync(join(import.meta.dirname, 'openapi.json'), `${JSON.stringify(generatedDocument, null, 2)}\n`);
