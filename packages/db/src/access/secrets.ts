import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';
import { sql } from '../engine/statement.ts';

/** The secret of that name, which all processes on a store share: 32 random bytes in base64url, made when first asked for. */
export async function secretNamed(db: Database, name: string): Promise<string> {
  // A store that cannot be written now has one, if anybody has ever signed in.
  const kept = await read(db, name);
  if (kept) return kept;
  const made = randomBytes(32).toString('base64url');
  await db.execute(
    sql`INSERT INTO "secrets" ("name", "value") VALUES (${name}, ${made}) ON CONFLICT DO NOTHING`,
  );
  const stored = await read(db, name);
  if (!stored) throw new Error(`the secret ${name} is gone again`);
  return stored;
}

async function read(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>(sql`SELECT "value" FROM "secrets" WHERE "name" = ${name}`);
  return row?.value;
}
