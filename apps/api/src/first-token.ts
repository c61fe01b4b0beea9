import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Database, isWellFormedToken, newToken, StartError, tokens } from '@plant-store/db';
import type { Env } from './env.ts';

/** Where the first token of a store is put: beside its database. */
export const firstTokenFile = ({ DATABASE_URL }: Env): string =>
  join(dirname(DATABASE_URL.slice('file:'.length)), 'first-token');

/**
 * Sees to it that somebody can get in: the token of the environment is known to the store, or else a store without
 * any token gets an administrator's, in a file that only its owner may read.
 */
export async function ensureFirstToken(db: Database, env: Env): Promise<void> {
  if (env.PLANT_STORE_TOKEN) return ensureEnvironmentToken(db, env.PLANT_STORE_TOKEN);
  if ((await tokens.list(db)).length > 0) return;
  // The file first: a start that ends between the two finds the token in it, and stores it then.
  const value = readOrMake(firstTokenFile(env));
  await tokens.create(db, { name: 'first-token', scopes: ['admin'], value });
}

const environmentName = 'PLANT_STORE_TOKEN';

async function ensureEnvironmentToken(db: Database, value: string) {
  const known = await tokens.find(db, value);
  // A token that was revoked stays so: a setting left behind must not bring it back.
  if (known?.revokedAt)
    throw new StartError(
      `${environmentName} holds a token that was revoked on ${known.revokedAt.toISOString()}; set another one, or none.`,
    );
  if (known) return;
  // The setting was changed: what it held before is to work no longer.
  await tokens.revoke(db, environmentName);
  await tokens.create(db, { name: environmentName, scopes: ['admin'], value });
}

function readOrMake(file: string): string {
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (isWellFormedToken(kept)) {
      chmodSync(file, 0o600);
      return kept;
    }
    const value = newToken();
    // Renamed into place, so that a start that is killed here leaves no half of a token.
    writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    return value;
  } catch (cause) {
    throw new StartError(
      `cannot write the first token to ${file} (${(cause as { code?: string }).code}); make its folder writable, or set PLANT_STORE_TOKEN.`,
      { cause },
    );
  }
}
