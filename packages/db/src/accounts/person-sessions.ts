import { currentTime } from '@plant-store/engine';
import { add } from '../audit/audit-log.ts';
import { recordWithin } from '../audit/record.ts';
import type { Transaction } from '../core/transaction.ts';
import type { KnownInitiator, RequestSource } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { hashOf } from '../tokens/secrets.ts';
import { remember } from './known-networks.ts';
import { auditNameOf, lockPerson, withLogin } from './person.ts';

/** The proof of a sign-in: a password by its verified hash, or a passkey by its id. */
export type Proof = { method: 'password'; hash: string } | { method: 'passkey'; id: string };

/** Waits for `endSessions`. If the proof is invalid then, it ends the session, and gives false. */
export async function recordSignIn(
  db: Database,
  token: string,
  { proof, source, network }: { proof: Proof; source: RequestSource; network: string },
): Promise<boolean> {
  const time = await currentTime(db);
  const hash = hashOf(token);
  return db.transaction(async (tx) => {
    const session = await tx.personSession.findUnique({ where: { hash } });
    if (session) await lockPerson(tx, session.personId);
    await tx.personSession.deleteMany({ where: { expiresAt: { lte: time } } });
    if (!session) return false;
    const { personId } = session;
    if (!(await isStillValid(tx, personId, proof))) {
      await tx.personSession.deleteMany({ where: { hash } });
      return false;
    }
    const person = await tx.person.update({ where: { id: personId }, data: { signedInAt: time } });
    // A person with a concurrent deactivation has no known networks.
    if (person.deactivatedAt === null) await remember(tx, personId, network, time);
    const by = { actorId: person.actorId, source };
    await recordWithin(db, tx, { action: 'sessions.signIn', subject: `by ${proof.method}`, by });
    return true;
  });
}

async function isStillValid(tx: Transaction, personId: string, proof: Proof): Promise<boolean> {
  const count =
    proof.method === 'password'
      ? await tx.credential.count({ where: { personId, password: proof.hash } })
      : await tx.passkey.count({ where: { personId, id: proof.id } });
  return count > 0;
}

/** Records a refused sign-in, but no unknown login, which may be a password. @param login in lower case */
export async function recordRefusal(db: Database, login: string, source: RequestSource): Promise<void> {
  const person = await db.prisma.person.findFirst({ where: withLogin(login) });
  const subject = person ? auditNameOf(person) : undefined;
  await add(db, { action: 'refusals.signIn', subject, by: { source } });
}

/** Ends the session with this token. Without `by`, no client received the session, and its end is not recorded. */
export const endSession = (db: Database, token: string, by?: KnownInitiator): Promise<void> =>
  db.transaction(async (tx) => {
    const { count } = await tx.personSession.deleteMany({ where: { hash: hashOf(token) } });
    if (count > 0 && by) await recordWithin(db, tx, { action: 'sessions.signOut', by });
  });

export const endAllSessions = (db: Database, id: string, by: KnownInitiator): Promise<void> =>
  db.transaction(async (tx) => {
    await endSessions(tx, id);
    await recordWithin(db, tx, { action: 'sessions.signOutEverywhere', by });
  });

/** Ends a person's sessions within a transaction. It locks the person, so `recordSignIn` waits, and none escapes. */
export async function endSessions(tx: Transaction, personId: string): Promise<void> {
  await lockPerson(tx, personId);
  await tx.personSession.deleteMany({ where: { personId } });
}
