import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOnPostgresql } from './testing.ts';

export { contents, migrate, migrated, migrationsFolder } from '@plant-store/engine/testing/migrations';

const engine = isOnPostgresql ? 'postgresql' : 'sqlite';
const folderOf = (engine: string) => join(import.meta.dirname, `../../../prisma/${engine}/migrations`);
const namesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The names of the store's migrations, for the engine of this run. */
export const realNames = namesIn(folderOf(engine));

/** The migrations before the migration with this number, as SQL by name; for the engine of this run, or another one. */
export function migrationsBefore(number: string, ofEngine = engine): Record<string, string> {
  const folder = folderOf(ofEngine);
  const names = namesIn(folder).filter((name) => name < number);
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, name, 'migration.sql'), 'utf8')]),
  );
}
