import type { Database, Limits } from './database.ts';

/**
 * Opens the store at `url`, making and migrating it where needed.
 * @param url `file:` and an absolute path, or the `postgresql://` address of a database
 * @throws StartError when the store cannot be opened or is not one.
 */
export async function openDatabase(url: string, limits: Limits = { connections: 10 }): Promise<Database> {
  // Each engine brings a client and a driver; only that in use is loaded.
  if (!url.startsWith('file:')) return (await import('./postgresql/engine.ts')).openPostgresql(url, limits);
  return (await import('./sqlite/engine.ts')).openSqlite(url.slice('file:'.length));
}
