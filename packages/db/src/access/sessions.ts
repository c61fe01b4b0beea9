import { randomBytes } from 'node:crypto';
import type { Doer, Origin } from '../audit/event.ts';
import type { Database } from '../database.ts';
import { sql } from '../engine/statement.ts';
import { hashOf } from './token-format.ts';
import { present, type Token } from './tokens.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Begins a session that may do what the token may, for 30 days or until the token ends. `secret` goes in the cookie.
 * Sessions that have run out are forgotten then, or every sign-in would leave a row for ever.
 */
export async function create(
  db: Database,
  token: Pick<Token, 'id' | 'expiresAt' | 'actorId'>,
  origin: Origin = {},
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(32).toString('base64url');
  const createdAt = new Date();
  const latest = new Date(createdAt.getTime() + lifetimeMs);
  const expiresAt = token.expiresAt && token.expiresAt < latest ? token.expiresAt : latest;
  await db.execute(sql`DELETE FROM "sessions" WHERE "expires_at" <= ${createdAt}`);
  const by = { actorId: token.actorId, origin };
  await db.execute(
    sql`
      INSERT INTO "sessions" ("hash", "token_id", "created_at", "expires_at")
      VALUES (${hashOf(secret)}, ${token.id}, ${createdAt}, ${expiresAt}) RETURNING "hash"`,
    { action: 'sessions.signIn', subject: 'by token', by },
  );
  return { secret, expiresAt };
}

/** Whether a string may be the secret of a session at all: 32 bytes in base64url. */
export const isWellFormed = (secret: string): boolean => /^[\w-]{43}$/.test(secret);

/** The token behind a session that has not ended. The token itself may have. */
export async function find(db: Database, secret: string): Promise<Token | undefined> {
  const row = await db.prisma.session.findUnique({
    where: { hash: hashOf(secret) },
    include: { token: true },
  });
  return row && row.expiresAt > new Date() ? present(row.token) : undefined;
}

/** Ends a session; one that is not there has ended already. */
export async function remove(db: Database, secret: string, by: Doer = {}): Promise<void> {
  await db.execute(sql`DELETE FROM "sessions" WHERE "hash" = ${hashOf(secret)} RETURNING "hash"`, {
    action: 'sessions.signOut',
    by,
  });
}
