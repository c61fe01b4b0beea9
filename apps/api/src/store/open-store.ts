import { type Database, openDatabase } from '@plant-store/db';
import { readEnv, type StoreSettings } from '../settings/env.ts';
import { ensureFirstToken } from './first-token.ts';
import { progressLines } from './progress.ts';

/** No signal is handled meanwhile: each step is a transaction, so nothing stays half done when one ends the process. */
export async function openStore(env: StoreSettings): Promise<Database> {
  const limits = { connections: env.DATABASE_CONNECTIONS };
  // The first start after an upgrade may process all plants.
  const db = await openDatabase(env.DATABASE_URL, limits, progressLines());
  try {
    await ensureFirstToken(db, env);
    return db;
  } catch (cause) {
    await db.close();
    throw cause;
  }
}

/** Runs the work of a command in the store of the settings, and closes the store. */
export async function withStore<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openStore(readEnv());
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
