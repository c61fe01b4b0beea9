import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedDocument } from './src/document/openapi.ts';

// The committed document is for readers and tools. A test fails if it is outdated.
writeFileSync(join(import.meta.dirname, 'openapi.json'), `${JSON.stringify(generatedDocument, null, 2)}\n`);
