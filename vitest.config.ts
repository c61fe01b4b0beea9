import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// One configuration for every package; each runs it from its own folder. What tests a store runs on both engines,
// but for what is in a folder named after one.
const isIn = (...folders: string[]) =>
  folders.some((folder) => join(import.meta.dirname, folder) === process.cwd());
const usesStore = isIn('packages/db', 'packages/api', 'apps/api');
const onSqlite = { include: ['test/**/*.test.ts'], exclude: ['test/postgresql/**'] };
const onPostgresql = {
  name: 'postgresql',
  include: ['test/**/*.test.ts'],
  exclude: ['test/sqlite/**'],
  globalSetup: join(import.meta.dirname, 'vitest.postgresql.ts'),
};

export default defineConfig({
  test: {
    setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
    // A guarantee does not change on a machine that is busy with other things.
    testTimeout: 60_000,
    // Loading Prisma, Fastify and tRPC anew for each file would be a third of all work. Those of apps/api read .env.
    isolate: isIn('apps/api'),
    // These mostly wait: for locks and servers that hang on purpose, for the processes that they start.
    ...(usesStore ? { maxWorkers: 2 } : {}),
    ...(usesStore ? { globalSetup: join(import.meta.dirname, 'vitest.compile-cache.ts') } : {}),
    ...(usesStore
      ? {
          projects: [
            { extends: true, root: process.cwd(), test: { name: 'sqlite', ...onSqlite } },
            { extends: true, root: process.cwd(), test: onPostgresql },
          ],
        }
      : onSqlite),
  },
});
