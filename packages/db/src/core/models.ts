import { join } from 'node:path';
import type { Engine } from '@plant-store/engine';
import type { FileParts } from '@plant-store/engine/sqlite/file';

export { tables } from '../../generated/tables.ts';

export const migrationsOf = (engine: Engine): string =>
  join(import.meta.dirname, `../../../../prisma/${engine}/migrations`);

export const sqliteFiles: FileParts = {
  migrations: migrationsOf('sqlite'),
  companions: ['first-token', 'backups'],
  stagingWord: 'import',
};
