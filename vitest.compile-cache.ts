import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Has the processes and threads that tests start share what Node compiled, as those of `npm start` do: else it is a
 * third of their work. Gone with the tests; `npm test` has one for all packages.
 */
export default function setup() {
  if (process.env.NODE_COMPILE_CACHE) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-compiled-'));
  process.env.NODE_COMPILE_CACHE = folder;
  // A process of the last test may still write its last file there.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
