import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  acceptEnvironmentToken,
  type Database,
  isWellFormedToken,
  newToken,
  StartError,
  tokens,
} from '@plant-store/db';
import { environmentTokenName, StoreError } from '@plant-store/schema';
import { dataFolderOf, projectFolder, type StoreSettings } from '../settings/env.ts';

export const firstTokenFile = ({ DATABASE_URL }: Pick<StoreSettings, 'DATABASE_URL'>): string =>
  join(dataFolderOf(DATABASE_URL), 'first-token');

/** The path of the file with the first token, from the folder of the project on; `undefined` if there is none. */
export function firstTokenPath(
  env: Pick<StoreSettings, 'DATABASE_URL' | 'PLANT_STORE_TOKEN'>,
): string | undefined {
  const file = firstTokenFile(env);
  if (env.PLANT_STORE_TOKEN || !existsSync(file)) return undefined;
  const path = relative(projectFolder, file);
  return path.startsWith('..') ? file : path;
}

/** Stores the token of the environment, or makes an administrator's in a store without any, in a file of the owner. */
export async function ensureFirstToken(db: Database, env: StoreSettings): Promise<void> {
  if (env.PLANT_STORE_TOKEN) return ensureEnvironmentToken(db, env.PLANT_STORE_TOKEN);
  if ((await tokens.list(db)).length > 0) return;
  // The file is written first: if the start ends before the token is stored, the next start stores it.
  const file = firstTokenFile(env);
  const isStored = await store(db, 'first-token', readOrMake(file));
  // A process on another machine stored its token first.
  if (!isStored) rmSync(file, { force: true });
}

/** Whether the token in the file no longer works; `false` if that is unknown. */
export async function hasFirstTokenEnded(db: Database, file: string): Promise<boolean> {
  try {
    const known = await tokens.find(db, readFileSync(file, 'utf8').trim());
    return !known || !tokens.isActive(known);
  } catch {
    return false;
  }
}

async function ensureEnvironmentToken(db: Database, value: string) {
  const acceptance = await acceptEnvironmentToken(db, { name: environmentTokenName, value });
  if (acceptance.isAccepted) return;
  // A revoked token stays revoked: a setting left behind must not restore it.
  if (acceptance.ended)
    throw new StartError(
      `${environmentTokenName} is a token that ${tokens.endText(acceptance.ended)}; set another one, or none.`,
    );
  throw new StartError(
    `${environmentTokenName} differs from that of another process of the same store; set the same value for all.`,
  );
}

async function store(db: Database, name: string, value: string): Promise<boolean> {
  try {
    await tokens.create(db, { name, scopes: ['admin'], value });
    return true;
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 'badRequest') throw cause;
    // The server and the token command may start at the same moment and store the same token.
    return (await tokens.find(db, value)) !== undefined;
  }
}

function readOrMake(file: string): string {
  try {
    if (existsSync(file)) {
      const kept = tokenIn(file);
      if (kept) return kept;
      // Only a broken file is removed: another process may write its complete file at any moment.
      rmSync(file, { force: true });
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    try {
      writeFileSync(draft, `${newToken()}\n`, { mode: 0o600, flush: true });
      // A link creates the complete file in one step and only once. A second process reads the existing file.
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

function tokenIn(file: string): string | undefined {
  const kept = readFileSync(file, 'utf8').trim();
  if (!isWellFormedToken(kept)) return undefined;
  chmodSync(file, 0o600);
  return kept;
}
