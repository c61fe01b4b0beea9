import type { Database, Limits } from './database.ts';
import type { OnProgress } from './progress.ts';

/**
 * Opens the store at `url`, making and migrating it where needed.
 * @param url `file:` and an absolute path, or the `postgresql://` address of a database
 * @param onProgress is told of what takes long, after an upgrade for instance; what it throws ends it
 * @throws StartError when the store cannot be opened or is not one.
 */
export async function openDatabase(
  url: string,
  limits: Limits = { connections: 10 },
  onProgress: OnProgress = () => undefined,
): Promise<Database> {
  // Each engine brings a client and a driver; only that in use is loaded.
  if (!url.startsWith('file:'))
    return (await import('./postgresql/engine.ts')).openPostgresql(url, limits, onProgress);
  return (await import('./sqlite/engine.ts')).openSqlite(url.slice('file:'.length), onProgress);
}

/**
 * Reserves the store at `url` for this process, as its only server. Commands may use it meanwhile. The system gives the
 * reservation back when the process ends, however that ends. A store on PostgreSQL may have several servers.
 * @throws StartError that names the process which serves the store already
 */
export async function reserveStore(url: string): Promise<void> {
  if (url.startsWith('file:'))
    await (await import('./sqlite/server-lock.ts')).reserveFile(url.slice('file:'.length));
}
