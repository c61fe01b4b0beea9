import { timestampOf } from '@plant-store/engine';
import { recordWithin } from '../audit/record.ts';
import { isUniqueViolation, type Transaction } from '../core/transaction.ts';
import type { Database } from '../handle/database.ts';
import { wasRevokedByStart } from './start-revocation.ts';
import { isActive, type Token } from './token.ts';
import { createWithin, find, findWithin, lock } from './tokens.ts';

type Setting = { name: string; value: string };

/** Whether the store accepts the token; if not, the ended token, or that another process has set another value. */
export type Acceptance = { isAccepted: true } | { isAccepted: false; ended?: Token };

const accepted: Acceptance = { isAccepted: true };
const endedAs = (ended: Token): Acceptance => ({ isAccepted: false, ended });

/**
 * Accepts the value of the setting `name`, and no former one. A revoked or expired token stays so, unless a start has
 * revoked it by mistake: earlier versions revoked the value that a process had just stored.
 */
export async function acceptEnvironmentToken(db: Database, setting: Setting): Promise<Acceptance> {
  const known = await find(db, setting.value);
  if (known && isActive(known)) return accepted;
  try {
    return await db.transaction((tx) => accept(db, tx, setting));
  } catch (cause) {
    if (!isUniqueViolation(cause, 'Token')) throw cause;
    // Another process stored its token at the same moment.
    const stored = await find(db, setting.value);
    if (!stored) return { isAccepted: false };
    return isActive(stored) ? accepted : endedAs(stored);
  }
}

async function accept(db: Database, tx: Transaction, { name, value }: Setting): Promise<Acceptance> {
  // This waits for another start that replaces the former value.
  const former = await lock(tx, { name, revokedAt: null });
  const known = await findWithin(tx, value);
  if (known && isActive(known)) return accepted;
  if (known) return former || known.name !== name ? endedAs(known) : restore(db, tx, known);
  if (former) {
    await tx.token.update({ where: { id: former.id }, data: { revokedAt: timestampOf(new Date()) } });
    await recordWithin(db, tx, { action: 'tokens.revoke', subject: name, by: {} });
  }
  await createWithin(db, tx, { name, scopes: ['admin'], value });
  return accepted;
}

/** Restores a token that a start has revoked by mistake; another start may do so at the same moment. */
async function restore(db: Database, tx: Transaction, known: Token): Promise<Acceptance> {
  const { id, name } = known;
  const locked = await lock(tx, { id });
  if (locked?.revokedAt === null) return accepted;
  if (!(await wasRevokedByStart(db, tx, known))) return endedAs(known);
  await tx.token.update({ where: { id }, data: { revokedAt: null } });
  await recordWithin(db, tx, { action: 'tokens.restore', subject: name, by: {} });
  return accepted;
}
