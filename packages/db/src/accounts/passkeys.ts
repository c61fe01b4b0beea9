import { randomUUID } from 'node:crypto';
import { currentTime, dateOf, timestampOf } from '@plant-store/engine';
import type { Passkey, PasskeyBackup } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import type { Passkey as Row } from '../../generated/sqlite/client/client.ts';
import { recordWithin } from '../audit/record.ts';
import { isUniqueViolation, type Transaction } from '../core/transaction.ts';
import type { Initiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { hashOf } from '../tokens/secrets.ts';
import { lockPerson } from './person.ts';

/** The maximum number of passkeys per person, more than a person has devices. */
const perPersonMax = 20;

export type StoredPasskey = Passkey & {
  personId: string;
  credentialId: string;
  /** COSE_Key, in base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
};

export type NewPasskey = Omit<StoredPasskey, 'id' | 'personId' | 'createdAt' | 'usedAt'>;

export type AnsweredChallenge = { challenge: string; until: Date };

export async function list({ prisma }: Database, personId: string): Promise<StoredPasskey[]> {
  const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
  return (await prisma.passkey.findMany({ where: { personId }, orderBy: [...orderBy] })).map(toStoredPasskey);
}

export async function find({ prisma }: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await prisma.passkey.findUnique({ where: { credentialId } });
  return row ? toStoredPasskey(row) : undefined;
}

/** `undefined` after a new password or a used challenge. @throws StoreError `badRequest` when known, or too many */
export async function add(
  db: Database,
  personId: string,
  { counter, transports, ...passkey }: NewPasskey,
  { passwordHash: password, answered }: { passwordHash: string; answered: AnsweredChallenge },
  by: Initiator,
): Promise<StoredPasskey | undefined> {
  const createdAt = await currentTime(db);
  const added = db.transaction(async (tx) => {
    // On PostgreSQL this write locks the row, so concurrent changes and additions wait.
    const account = await tx.credential.updateMany({ where: { personId, password }, data: { password } });
    if (account.count === 0) return undefined;
    await consumeChallenge(tx, answered, createdAt);
    await assertBelowMax(tx, personId);
    const stored = { ...passkey, counter: BigInt(counter), transports: transports.join(',') };
    const row = await tx.passkey.create({ data: { ...stored, id: randomUUID(), personId, createdAt } });
    await recordWithin(db, tx, { action: 'people.addPasskey', subject: row.name, by });
    return toStoredPasskey(row);
  });
  return added.catch((cause) => {
    if (isUniqueViolation(cause, 'UsedChallenge')) return undefined;
    if (!isUniqueViolation(cause, 'Passkey')) throw cause;
    throw new StoreError('badRequest', 'this passkey is already registered; sign in with it');
  });
}

export type PasskeyUse = { counter: number; backup: PasskeyBackup; answered: AnsweredChallenge };

/** Records a sign-in by a passkey. Gives false for a removed passkey, an old counter, or an answered challenge. */
export async function recordUse(db: Database, id: string, use: PasskeyUse): Promise<boolean> {
  const usedAt = await currentTime(db);
  const counter = BigInt(use.counter);
  const noted = db.transaction(async (tx) => {
    await consumeChallenge(tx, use.answered, usedAt);
    // Many authenticators do not count uses, and always report 0.
    const { count } = await tx.passkey.updateMany({
      where: { id, counter: counter === 0n ? 0n : { lt: counter } },
      data: { counter, backup: use.backup, usedAt },
    });
    return count > 0;
  });
  return noted.catch((cause) => {
    if (isUniqueViolation(cause, 'UsedChallenge')) return false;
    throw cause;
  });
}

/** Removes a passkey, if it exists, and ends all other sessions of the person: a thief may have added the passkey. */
export const remove = (
  db: Database,
  { personId, id }: { personId: string; id: string },
  token: string,
  by: Initiator,
): Promise<void> =>
  db.transaction(async (tx) => {
    // A sign-in by this passkey waits for the lock in `recordSignIn`.
    await lockPerson(tx, personId);
    const passkey = await tx.passkey.findUnique({ where: { id, personId } });
    const { count } = await tx.passkey.deleteMany({ where: { id, personId } });
    if (!passkey || count === 0) return;
    await tx.personSession.deleteMany({ where: { personId, hash: { not: hashOf(token) } } });
    await recordWithin(db, tx, { action: 'people.removePasskey', subject: passkey.name, by });
  });

export const toPublicPasskey = ({ id, name, origin, backup, createdAt, usedAt }: Passkey): Passkey => ({
  id,
  name,
  origin,
  backup,
  createdAt,
  ...(usedAt && { usedAt }),
});

/** Marks a challenge as used, and deletes old ones. @throws Prisma's P2002 if it is used (see `isUniqueViolation`) */
async function consumeChallenge(
  tx: Transaction,
  { challenge, until }: AnsweredChallenge,
  time: bigint,
): Promise<void> {
  await tx.usedChallenge.deleteMany({ where: { expiresAt: { lte: time } } });
  await tx.usedChallenge.create({ data: { challenge, expiresAt: timestampOf(until) } });
}

async function assertBelowMax(tx: Transaction, personId: string): Promise<void> {
  if ((await tx.passkey.count({ where: { personId } })) >= perPersonMax)
    throw new StoreError(
      'badRequest',
      `you have ${perPersonMax} passkeys, the maximum; remove one that you do not use`,
    );
}

const toStoredPasskey = ({ counter, transports, backup, createdAt, usedAt, ...row }: Row): StoredPasskey => ({
  ...row,
  counter: Number(counter),
  transports: transports === '' ? [] : transports.split(','),
  backup: backup as PasskeyBackup,
  createdAt: dateOf(createdAt),
  ...(usedAt !== null && { usedAt: dateOf(usedAt) }),
});
