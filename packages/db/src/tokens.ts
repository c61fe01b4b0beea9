import { randomUUID } from 'node:crypto';
import { Scope, StoreError } from '@plant-store/schema';
import type { Database } from './database.ts';
import { whenUnlocked } from './retry.ts';
import { hashOf, newToken } from './token-format.ts';

/** A token as it is known afterwards: all but its value, which is stored nowhere. */
export type Token = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export type NewToken = { name: string; scopes: Scope[]; expiresAt?: Date | null; value?: string };

/**
 * Makes a token; `value` is the one time it can be read. A caller that has a value already may give it.
 * @throws StoreError `badRequest` when a token in use has that name.
 */
export async function create(
  db: Database,
  { name, scopes, expiresAt = null, value = newToken() }: NewToken,
): Promise<{ token: Token; value: string }> {
  const data = {
    id: randomUUID(),
    name,
    hash: hashOf(value),
    scope: scopes.join(' '),
    createdAt: new Date(),
    expiresAt,
  };
  try {
    return { token: present(await whenUnlocked(() => db.prisma.token.create({ data }))), value };
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'P2002') throw cause;
    throw new StoreError('badRequest', `a token named "${name}" is in use; revoke it or give another name`, {
      cause,
    });
  }
}

/** All tokens, oldest first, those revoked or expired too. */
export async function list(db: Database): Promise<Token[]> {
  return (await db.prisma.token.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(present);
}

/** The token with this value, whatever its state. */
export async function find(db: Database, value: string): Promise<Token | undefined> {
  const row = await db.prisma.token.findUnique({ where: { hash: hashOf(value) } });
  return row ? present(row) : undefined;
}

/** Ends a token in use, given its name or id; `undefined` when there is none. Revoking is final. */
export async function revoke(db: Database, nameOrId: string): Promise<Token | undefined> {
  const row = await db.prisma.token.findFirst({
    where: { revokedAt: null, OR: [{ name: nameOrId }, { id: nameOrId }] },
  });
  if (!row) return undefined;
  return present(
    await whenUnlocked(() =>
      db.prisma.token.update({ where: { id: row.id }, data: { revokedAt: new Date() } }),
    ),
  );
}

/** Whether a token may be used at this moment. */
export const isInUse = ({ expiresAt, revokedAt }: Token): boolean =>
  !revokedAt && (!expiresAt || expiresAt > new Date());

/** The row of a token, as the outside sees it. */
export function present(row: Omit<Token, 'scopes'> & { scope: string }): Token {
  const { id, name, scope, createdAt, expiresAt, revokedAt } = row;
  return { id, name, scopes: Scope.array().parse(scope.split(' ')), createdAt, expiresAt, revokedAt };
}
