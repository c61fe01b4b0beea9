import { type Database, openDatabase } from '@plant-store/db';
import type { Env } from './env.ts';
import { ensureFirstToken } from './first-token.ts';

/** Opens the store of the settings, with at least one token that leads into it. */
export async function openStore(env: Env): Promise<Database> {
  const db = await openDatabase(env.DATABASE_URL, { connections: env.DATABASE_CONNECTIONS });
  try {
    await ensureFirstToken(db, env);
    return db;
  } catch (cause) {
    await db.close();
    throw cause;
  }
}
