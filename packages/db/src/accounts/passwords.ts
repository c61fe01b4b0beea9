import { currentTime } from '@plant-store/engine';
import { recordWithin } from '../audit/record.ts';
import type { Transaction } from '../core/transaction.ts';
import type { RequestSource } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { auditNameOf, type StoredPerson, withLogin } from './person.ts';
import { endSessions } from './person-sessions.ts';

/** The password hash of an account; `undefined` when the account has none. @param login in lower case */
export async function passwordHashFor({ prisma }: Database, login: string): Promise<string | undefined> {
  const where = { provider: 'credential', person: withLogin(login) };
  return (await prisma.credential.findFirst({ where }))?.password ?? undefined;
}

/** Also ends the sessions. A link for a new password stays valid, against a thief. False if `from` is wrong. */
export async function changePassword(
  db: Database,
  person: StoredPerson,
  { from, to }: { from: string; to: string },
  source: RequestSource,
): Promise<boolean> {
  const updatedAt = await currentTime(db);
  return db.transaction(async (tx) => {
    const { count } = await tx.credential.updateMany({
      where: { personId: person.id, password: from },
      data: { password: to, updatedAt },
    });
    if (count === 0) return false;
    await endSessions(tx, person.id);
    const by = { actorId: person.actorId, source };
    await recordWithin(db, tx, { action: 'people.changePassword', subject: auditNameOf(person), by });
    return true;
  });
}

export async function replacePassword(
  tx: Transaction,
  personId: string,
  password: string,
  updatedAt: bigint,
): Promise<void> {
  await tx.credential.updateMany({
    where: { personId, provider: 'credential' },
    data: { password, updatedAt },
  });
  await endSessions(tx, personId);
}
