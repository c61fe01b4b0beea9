import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    folder: string;
  }
}

/** Tests share a compile cache, like processes of `npm start`: compiling would be a third of their time. */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-tests-'));
  project.provide('folder', folder);
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  // A process of the last test may still write to the folder, so the removal is repeated.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
