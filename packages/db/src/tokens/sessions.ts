import { randomBytes } from 'node:crypto';
import { timestampOf } from '@plant-store/engine';
import { recordWithin } from '../audit/record.ts';
import type { Initiator, RequestSource } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { hashOf } from './secrets.ts';
import { type Token, toToken } from './token.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** For 30 days, or until the token ends. `secret` is the value of the cookie. Also deletes expired sessions. */
export async function create(
  db: Database,
  token: Pick<Token, 'id' | 'expiresAt' | 'actorId'>,
  source: RequestSource = {},
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(32).toString('base64url');
  const createdAt = new Date();
  const latest = new Date(createdAt.getTime() + lifetimeMs);
  const expiresAt = token.expiresAt && token.expiresAt < latest ? token.expiresAt : latest;
  const times = { createdAt: timestampOf(createdAt), expiresAt: timestampOf(expiresAt) };
  await db.transaction(async (tx) => {
    await tx.session.deleteMany({ where: { expiresAt: { lte: times.createdAt } } });
    await tx.session.create({ data: { hash: hashOf(secret), tokenId: token.id, ...times } });
    const by = { actorId: token.actorId, source };
    await recordWithin(db, tx, { action: 'sessions.signIn', subject: 'by token', by });
  });
  return { secret, expiresAt };
}

/** Whether a string can be the secret of a session: 32 bytes in base64url. */
export const isWellFormed = (secret: string): boolean => /^[\w-]{43}$/.test(secret);

/** The token of an active session; the token itself may be expired or revoked. */
export async function find({ prisma }: Database, secret: string): Promise<Token | undefined> {
  const row = await prisma.session.findUnique({
    where: { hash: hashOf(secret), expiresAt: { gt: timestampOf(new Date()) } },
    include: { token: true },
  });
  return row ? toToken(row.token) : undefined;
}

export const remove = (db: Database, secret: string, by: Initiator = {}): Promise<void> =>
  db.transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { hash: hashOf(secret) } });
    if (count > 0) await recordWithin(db, tx, { action: 'sessions.signOut', by });
  });
