import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareSqliteFile } from '../../src/sqlite/file.ts';
import { connect, newFolder } from '../store.ts';

/** The migrations that the store really has. */
export const realMigrations = join(import.meta.dirname, '../../../../prisma/sqlite/migrations');
export const realNames = readdirSync(realMigrations).sort();

/** A folder of migrations: SQL by name. */
export function migrationsFolder(migrations: Record<string, string>): string {
  const folder = newFolder();
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  return folder;
}

/** Where a new store may be, with these migrations applied. */
export function migrated(migrations: Record<string, string>): string {
  const path = join(newFolder(), 'plants.db');
  prepareSqliteFile(path, migrationsFolder(migrations));
  return path;
}

/** The names of the tables and the recorded migrations. */
export function contents(path: string): { tables: unknown[]; recorded: unknown[] } {
  const connection = connect(path);
  const names = (sql: string) => connection.prepare(sql).pluck().all();
  return {
    tables: names(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name`,
    ),
    recorded: names('SELECT migration_name FROM _prisma_migrations ORDER BY migration_name'),
  };
}

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
export const fileHash = (path: string) => sha256(readFileSync(path));
