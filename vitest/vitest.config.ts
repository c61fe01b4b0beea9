import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { filesWithProcesses } from './fast.ts';
import { patienceMs } from './patience.ts';

// Tests of a store run on both engines, except those in the folder of one engine and `*.once.test.ts`.
const isIn = (...folders: string[]) =>
  folders.some((folder) => join(import.meta.dirname, '..', folder) === process.cwd());
const usesStore = isIn('packages/engine', 'packages/backup', 'packages/db', 'packages/api', 'apps/api');
const leftOut = process.argv.includes('--mode=fast') ? filesWithProcesses(process.cwd()) : [];
const onSqlite = { include: ['test/**/*.test.ts'], exclude: ['test/postgresql/**', ...leftOut] };
const onPostgresql = {
  name: 'postgresql',
  include: ['test/**/*.test.ts'],
  exclude: ['test/sqlite/**', 'test/**/*.once.test.ts'],
  globalSetup: join(import.meta.dirname, 'postgresql.ts'),
};

export default defineConfig({
  test: {
    setupFiles: [join(import.meta.dirname, 'setup.ts')],
    // A long limit, because a busy machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: patienceMs } },
    // No isolation: loading Prisma, Fastify and tRPC for each file would cost a third of the time.
    isolate: false,
    // These tests mostly wait for locks, for hanging servers and for processes. apps/api waits most.
    ...(usesStore ? { maxWorkers: isIn('apps/api') ? 3 : 2 } : {}),
    ...(usesStore ? { globalSetup: join(import.meta.dirname, 'files.ts') } : {}),
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
