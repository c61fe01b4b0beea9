import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Database, isWellFormedToken, newToken, StartError, tokens } from '@plant-store/db';
import { environmentTokenName, StoreError } from '@plant-store/schema';
import { projectFolder, type StoreSettings } from './env.ts';

/** Where the first token of a store is put: beside its database, or where that would be if it is on a server. */
export const firstTokenFile = ({ DATABASE_URL }: Pick<StoreSettings, 'DATABASE_URL'>): string =>
  DATABASE_URL.startsWith('file:')
    ? join(dirname(DATABASE_URL.slice('file:'.length)), 'first-token')
    : join(projectFolder, 'data', 'first-token');

/**
 * Sees to it that somebody can get in: the token of the environment is known to the store, or else a store without
 * any token gets an administrator's, in a file that only its owner may read.
 */
export async function ensureFirstToken(db: Database, env: StoreSettings): Promise<void> {
  if (env.PLANT_STORE_TOKEN) return ensureEnvironmentToken(db, env.PLANT_STORE_TOKEN);
  if ((await tokens.list(db)).length > 0) return;
  // The file first: a start that ends between the two finds the token in it, and stores it then.
  const file = firstTokenFile(env);
  const isStored = await store(db, 'first-token', readOrMake(file));
  // A process on another machine was first, with a token of its own.
  if (!isStored) rmSync(file, { force: true });
}

/** Whether the token in the file lets nobody in any more. Where that cannot be found out, it is not said. */
export async function hasFirstTokenEnded(db: Database, file: string): Promise<boolean> {
  try {
    const known = await tokens.find(db, readFileSync(file, 'utf8').trim());
    return !known || !tokens.isInUse(known);
  } catch {
    return false;
  }
}

async function ensureEnvironmentToken(db: Database, value: string) {
  const known = await tokens.find(db, value);
  // A token that has ended stays so: a setting left behind must not bring it back.
  if (known && !tokens.isInUse(known)) {
    const ended = known.revokedAt ? `was revoked on ${known.revokedAt.toISOString()}` : 'has expired';
    throw new StartError(`${environmentTokenName} holds a token that ${ended}; set another one, or none.`);
  }
  if (known) return;
  // The setting was changed: what it held before is to work no longer.
  await tokens.revoke(db, environmentTokenName);
  if (await store(db, environmentTokenName, value)) return;
  throw new StartError(
    `${environmentTokenName} differs from that of another process which starts on the same store; give all of them the same.`,
  );
}

/** Makes the token known to the store. False where one of that name and another value was first. */
async function store(db: Database, name: string, value: string): Promise<boolean> {
  try {
    await tokens.create(db, { name, scopes: ['admin'], value });
    return true;
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 'badRequest') throw cause;
    // The server and the token command, started at the same moment, store the same one.
    return (await tokens.find(db, value)) !== undefined;
  }
}

function readOrMake(file: string): string {
  try {
    if (existsSync(file)) {
      const kept = tokenIn(file);
      if (kept) return kept;
      // Only what was seen to be broken: another process may put its whole one there at any moment.
      rmSync(file, { force: true });
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    try {
      writeFileSync(draft, `${newToken()}\n`, { mode: 0o600, flush: true });
      // Linked into place, so that it is there whole or not at all, and once: whoever comes second takes what is there.
      linkSync(draft, file);
    } catch (cause) {
      if ((cause as { code?: string }).code !== 'EEXIST') throw cause;
    } finally {
      rmSync(draft, { force: true });
    }
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const { code } = cause as { code?: string };
    const way =
      code === 'ENOSPC' || code === 'EDQUOT'
        ? 'the disk is full: free some space'
        : 'make its folder writable';
    throw new StartError(
      `cannot write the first token to ${file} (${code}); ${way}, or set PLANT_STORE_TOKEN.`,
      { cause },
    );
  }
}

/** The token that an earlier start left in the file, if there is one and it is whole. */
function tokenIn(file: string): string | undefined {
  const kept = readFileSync(file, 'utf8').trim();
  if (!isWellFormedToken(kept)) return undefined;
  chmodSync(file, 0o600);
  return kept;
}
