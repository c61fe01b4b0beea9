import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Has the processes that tests start share what Node compiled, as those of `npm start` do: else it is a third of their
 * work. Gone with the tests, as each has the app in a folder of its own.
 */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-compiled-'));
  process.env.NODE_COMPILE_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
