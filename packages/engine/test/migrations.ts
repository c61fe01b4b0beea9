import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAddress } from '@plant-store/engine';
import { prepareDatabase } from '@plant-store/engine/postgresql/connection';
import { prepareSqliteFile } from '@plant-store/engine/sqlite/file';
import { filesOf } from './store.ts';
import { isOnPostgresql, newFolder, newUrl, rowsOf } from './testing.ts';

/** A folder with these migrations, given as SQL by name. */
export function migrationsFolder(migrations: Record<string, string>): string {
  const folder = newFolder();
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  return folder;
}

/** Starts on the database at `url` with these migrations, given as SQL by name. */
export async function migrate(url: string, migrations: Record<string, string>): Promise<void> {
  const folder = migrationsFolder(migrations);
  if (isOnPostgresql)
    await prepareDatabase(parseAddress(url), {
      migrations: folder,
      tables: [],
      firstTables: [],
      prepare: async () => {},
    });
  else await prepareSqliteFile(url.slice('file:'.length), filesOf(folder));
}

/** The URL of a new database with these migrations. */
export async function migrated(migrations: Record<string, string>): Promise<string> {
  const url = await newUrl();
  await migrate(url, migrations);
  return url;
}

const tablesSql = isOnPostgresql
  ? `SELECT table_name AS "name" FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations' ORDER BY 1`
  : `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name`;

/** The names of the tables, and of the recorded migrations. */
export async function contents(url: string): Promise<{ tables: unknown[]; recorded: unknown[] }> {
  const names = async (sql: string) => (await rowsOf(url, sql)).map(({ name }) => name);
  return {
    tables: await names(tablesSql),
    recorded: await names('SELECT migration_name AS "name" FROM _prisma_migrations ORDER BY 1'),
  };
}
