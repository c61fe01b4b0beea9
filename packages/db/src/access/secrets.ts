import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';
import { sql } from '../engine/statement.ts';

/** The secret of that name, which all processes on a store share: 32 random bytes in base64url, made when first asked for. */
export async function secretNamed(db: Database, name: string): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  await db.execute(
    sql`INSERT INTO "secrets" ("name", "value") VALUES (${name}, ${made}) ON CONFLICT DO NOTHING`,
  );
  const [kept] = await db.query<{ value: string }>(sql`SELECT "value" FROM "secrets" WHERE "name" = ${name}`);
  if (!kept) throw new Error(`the secret ${name} is gone again`);
  return kept.value;
}
