import { type Database, openDatabase } from '@plant-store/db';
import type { StoreSettings } from './env.ts';
import { ensureFirstToken } from './first-token.ts';
import { withProgress } from './progress.ts';

/** Opens the store of the settings, with at least one token that leads into it. */
export async function openStore(env: StoreSettings): Promise<Database> {
  const limits = { connections: env.DATABASE_CONNECTIONS };
  // After an upgrade it may have to go through all plants first.
  const db = await withProgress((onProgress) => openDatabase(env.DATABASE_URL, limits, onProgress));
  try {
    await ensureFirstToken(db, env);
    return db;
  } catch (cause) {
    await db.close();
    throw cause;
  }
}
