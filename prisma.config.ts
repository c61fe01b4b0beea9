import { defineConfig } from 'prisma/config';

// For Prisma's own commands in this folder. The store does not read this file: it applies its migrations itself.

// Of these commands only `migrate` and `db` use the schema engine, but Prisma would download it for all of them.
if (!['migrate', 'db'].includes(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

// The settings load the generated clients, so `generate` cannot read them: it takes SQLite, or the folder in `--schema`.
const isGeneration = process.argv[2] === 'generate';
const url = isGeneration ? 'file:' : (await import('./apps/api/src/settings/env.ts')).readEnv().DATABASE_URL;
const engine = url.startsWith('file:') ? 'sqlite' : 'postgresql';

export default defineConfig({
  schema: `prisma/${engine}`,
  migrations: { path: `prisma/${engine}/migrations` },
  // Prisma Studio accepts no `file:` without slashes after it.
  datasource: { url: url.replace(/^file:/, 'file://') },
});
