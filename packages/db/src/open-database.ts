import type { OnProgress } from '@plant-store/engine';
import type { Limits } from '@plant-store/engine/postgresql';
import type { Reservation } from '@plant-store/engine/sqlite';
import { sqliteFiles } from './core/models.ts';
import type { Database } from './handle/database.ts';

/**
 * Opens the store at `url`, a `file:` with an absolute path or `postgresql://…`; creates and migrates it as needed.
 * @param onProgress cancels the start by throwing @throws StartError when the store cannot be opened
 */
export async function openDatabase(
  url: string,
  limits: Limits = { connections: 10 },
  onProgress: OnProgress = () => undefined,
): Promise<Database> {
  const file = sqliteFileOf(url);
  // A store on SQLite does not load pg.
  if (file === undefined)
    return (await import('./postgresql/open-plants.ts')).openPlants(url, limits, onProgress);
  return (await import('./sqlite/open-plants.ts')).openPlants(file, onProgress);
}

/**
 * Afterwards no second server may use a store on SQLite, but commands may. Call `renew` once the store is open;
 * PostgreSQL may have several servers. @throws StartError with the process that already serves the store
 */
export async function reserveStore(url: string): Promise<Reservation> {
  const file = sqliteFileOf(url);
  if (file !== undefined)
    return (await import('@plant-store/engine/sqlite')).reserveSqliteFile(file, sqliteFiles);
  return { renew: async () => undefined, release: () => undefined };
}

/** The file of the store at `url`, if the store is on SQLite. */
export const sqliteFileOf = (url: string): string | undefined => /^file:(.*)$/s.exec(url)?.[1];
