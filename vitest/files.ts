import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for files that processes of tests leave; it is removed after the tests. */
    folder: string;
  }
}

/**
 * Lets the processes and threads of tests share a compile cache, like those of `npm start`. Without it, compiling is a
 * third of their time. `npm test` has one cache for all packages.
 */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-tests-'));
  project.provide('folder', folder);
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  // A process of the last test may still write to the folder, so the removal is repeated.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
