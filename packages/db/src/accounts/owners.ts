import { currentTime } from '@plant-store/engine';
import type { Person, Role } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import { recordWithin } from '../audit/record.ts';
import type { Transaction } from '../core/transaction.ts';
import type { Initiator, KnownInitiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { removeNetworks } from './known-networks.ts';
import {
  addPerson,
  auditNameOf,
  type NewAccount,
  orLoginTaken,
  personNotFound,
  type StoredPerson,
  toPublicPerson,
  toStoredPerson,
} from './person.ts';
import { endSessions } from './person-sessions.ts';

export const setRole = (db: Database, id: string, role: Role, by: KnownInitiator): Promise<Person> =>
  change(db, id, by, async (tx, person, time) => {
    const event = { action: 'people.setRole', subject: `${auditNameOf(person)}: ${role}`, by } as const;
    if (role !== person.role) await recordWithin(db, tx, event);
    if (role !== 'owner') {
      await assertAnotherOwner(tx, person);
      await revokeInvitations(db, tx, person, by, time);
    }
    await tx.person.update({ where: { id }, data: { role, updatedAt: time } });
  });

/** Also ends sessions and forgets networks. @throws StoreError `notFound`, or `badRequest` for the last owner */
export const deactivate = (db: Database, id: string, by: KnownInitiator): Promise<Person> =>
  change(db, id, by, async (tx, person, time) => {
    await assertAnotherOwner(tx, person);
    if (!person.deactivatedAt) {
      await recordWithin(db, tx, { action: 'people.deactivate', subject: auditNameOf(person), by });
      await tx.person.update({ where: { id }, data: { deactivatedAt: time, updatedAt: time } });
    }
    await endSessions(tx, id);
    await removeNetworks(tx, id);
    await revokeInvitations(db, tx, person, by, time);
  });

/** Lets a person sign in again with the old password. @throws StoreError `notFound` */
export const reactivate = (db: Database, id: string, by: KnownInitiator): Promise<Person> =>
  change(db, id, by, async (tx, person, time) => {
    if (person.deactivatedAt)
      await recordWithin(db, tx, { action: 'people.reactivate', subject: auditNameOf(person), by });
    await tx.person.update({ where: { id }, data: { deactivatedAt: null, updatedAt: time } });
    // A session may have begun while the person was deactivated.
    await endSessions(tx, id);
  });

/** Whether the store has an owner who may sign in. */
export const hasOwner = ({ prisma }: Database): Promise<boolean> => hasActiveOwner(prisma);

/**
 * @param alsoRun runs in the same transaction, while no other owner can be created @throws StoreError `badRequest` when
 * the store has an owner; `invalidField` when an address or user name is taken
 */
export async function createOwner(
  db: Database,
  account: NewAccount,
  by: Initiator = {},
  alsoRun?: (tx: Transaction) => Promise<void>,
): Promise<Person> {
  const createdAt = await currentTime(db);
  const added = db.transaction(async (tx) => {
    await lockOwners(db, tx);
    if (await hasActiveOwner(tx))
      throw new StoreError('badRequest', 'the store already has an owner; ask them for an invitation');
    await alsoRun?.(tx);
    const person = await addPerson(tx, { ...account, role: 'owner', createdAt });
    // The holder of a start link has no actor before the account exists.
    const doer = { actorId: person.actorId, ...by };
    await recordWithin(db, tx, { action: 'people.createOwner', subject: auditNameOf(account), by: doer });
    return toPublicPerson(person);
  });
  return orLoginTaken(db, account, added);
}

type Work = (tx: Transaction, person: StoredPerson, time: bigint) => Promise<void>;

const change = (db: Database, id: string, by: KnownInitiator, work: Work): Promise<Person> =>
  asOwner(db, by, async (tx, time) => {
    const person = await tx.person.findUnique({ where: { id } });
    if (!person) throw personNotFound();
    await work(tx, toStoredPerson(person), time);
    return toPublicPerson(toStoredPerson(await tx.person.findUniqueOrThrow({ where: { id } })));
  });

/** Revokes the invitations of a former owner, as one of them could make the person an owner again. */
async function revokeInvitations(
  db: Database,
  tx: Transaction,
  { id: personId, actorId }: StoredPerson,
  by: KnownInitiator,
  time: bigint,
): Promise<void> {
  const invitations = await tx.invitation.findMany({ where: { OR: [{ actorId }, { personId }] } });
  for (const { id, note, expiresAt } of invitations) {
    // Another request may use the invitation at the same moment.
    const { count } = await tx.invitation.deleteMany({ where: { id } });
    if (count > 0 && expiresAt > time)
      await recordWithin(db, tx, { action: 'people.takeBackInvitation', subject: note, by });
  }
}

/** Serializes transactions about the number of owners: on PostgreSQL the last two could deactivate each other. */
export async function lockOwners({ engine }: Database, tx: Transaction): Promise<void> {
  if (engine === 'postgresql')
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('plant-store owners'))`;
}

/** Runs `work` in a transaction in which the caller is an owner. @throws StoreError `scopeMissing` for a former one */
export async function asOwner<Result>(
  db: Database,
  { actorId }: KnownInitiator,
  work: (tx: Transaction, time: bigint) => Promise<Result>,
): Promise<Result> {
  const time = await currentTime(db);
  return db.transaction(async (tx) => {
    await lockOwners(db, tx);
    const person = await tx.person.findFirst({ where: { actorId } });
    // A token belongs to no person.
    if (person && (person.role !== 'owner' || person.deactivatedAt !== null))
      throw new StoreError('scopeMissing', 'only an owner can do this, and you are no longer one');
    return work(tx, time);
  });
}

export async function hasActiveOwner({ person }: Pick<Transaction, 'person'>, except = ''): Promise<boolean> {
  return (
    (await person.findFirst({ where: { role: 'owner', deactivatedAt: null, id: { not: except } } })) !== null
  );
}

/** Asserts that another owner exists. Only an owner can invite another one. */
async function assertAnotherOwner(tx: Transaction, { id, role }: StoredPerson): Promise<void> {
  if (role === 'owner' && !(await hasActiveOwner(tx, id)))
    throw new StoreError('badRequest', 'the store would have no owner; make someone else an owner first');
}
