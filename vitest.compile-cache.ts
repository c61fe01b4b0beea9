import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets the processes and threads of tests share a compile cache, like those of `npm start`. Without it, compiling is a
 * third of their time. The cache is removed after the tests; `npm test` has one for all packages.
 */
export default function setup() {
  if (process.env.NODE_COMPILE_CACHE) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-compiled-'));
  process.env.NODE_COMPILE_CACHE = folder;
  // A process of the last test may still write to the folder, so the removal is repeated.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
