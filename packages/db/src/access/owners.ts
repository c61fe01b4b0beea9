import type { Person, Role } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/plain';
import type { KnownDoer } from '../audit/event.ts';
import { recordWithin } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { currentTime } from '../engine/stamp.ts';
import type { Transaction } from '../engine/transaction.ts';
import { forgetAll } from './known-networks.ts';
import { calledOf, notKnown, outside, present, type StoredPerson } from './person.ts';
import { endSessions } from './person-sessions.ts';

/** Gives a person another role. @throws StoreError as `deactivate` */
export const setRole = (db: Database, id: string, role: Role, by: KnownDoer): Promise<Person> =>
  change(db, id, by, async (tx, person, time) => {
    const event = { action: 'people.setRole', subject: `${calledOf(person)}: ${role}`, by } as const;
    if (role !== person.role) await recordWithin(db.engine, tx, event);
    if (role !== 'owner') {
      await assertAnotherOwner(tx, person);
      await takeBackInvitations(db, tx, person, by, time);
    }
    await tx.person.update({ where: { id }, data: { role, updatedAt: time } });
  });

/**
 * Lets a person in no more, ends their sessions, and forgets the networks that they signed in from.
 * @throws StoreError `notFound` when there is no such person, `badRequest` when they are the last owner
 */
export const deactivate = (db: Database, id: string, by: KnownDoer): Promise<Person> =>
  change(db, id, by, async (tx, person, time) => {
    await assertAnotherOwner(tx, person);
    if (!person.deactivatedAt) {
      await recordWithin(db.engine, tx, { action: 'people.deactivate', subject: calledOf(person), by });
      await tx.person.update({ where: { id }, data: { deactivatedAt: time, updatedAt: time } });
    }
    await endSessions(tx, id);
    await forgetAll(tx, id);
    await takeBackInvitations(db, tx, person, by, time);
  });

/** Lets a person in again, by the password they had. @throws StoreError `notFound` when there is no such person */
export const reactivate = (db: Database, id: string, by: KnownDoer): Promise<Person> =>
  change(db, id, by, async (tx, person, time) => {
    if (person.deactivatedAt)
      await recordWithin(db.engine, tx, { action: 'people.reactivate', subject: calledOf(person), by });
    await tx.person.update({ where: { id }, data: { deactivatedAt: null, updatedAt: time } });
    // One that was begun while they were deactivated.
    await endSessions(tx, id);
  });

type Work = (tx: Transaction, person: StoredPerson, time: bigint) => Promise<void>;

async function change(db: Database, id: string, by: KnownDoer, work: Work): Promise<Person> {
  const time = await currentTime(db);
  return db.transaction(async (tx) => {
    await inTurn(db, tx);
    await assertStillOwner(tx, by);
    const person = await tx.person.findUnique({ where: { id } });
    if (!person) throw notKnown();
    await work(tx, present(person), time);
    return outside(present(await tx.person.findUniqueOrThrow({ where: { id } })));
  });
}

/** Whoever invited as an owner could come back by an invitation of their own. */
async function takeBackInvitations(
  { engine }: Database,
  tx: Transaction,
  { id: personId, actorId }: StoredPerson,
  by: KnownDoer,
  time: bigint,
): Promise<void> {
  const invitations = await tx.invitation.findMany({ where: { OR: [{ actorId }, { personId }] } });
  for (const { id, note, expiresAt } of invitations) {
    // Somebody may use it at this moment.
    const { count } = await tx.invitation.deleteMany({ where: { id } });
    if (count > 0 && expiresAt > time)
      await recordWithin(engine, tx, { action: 'people.takeBackInvitation', subject: note, by });
  }
}

/**
 * Has transactions that depend on who the owners are come one after the other. On PostgreSQL two at once would not see
 * each other otherwise, and the last two owners could each deactivate the other; on SQLite all transactions do.
 */
export async function inTurn({ engine }: Database, tx: Transaction): Promise<void> {
  if (engine === 'postgresql')
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('plant-store owners'))`;
}

/**
 * Who asked may have been an owner a moment ago, and be none any more: they are to undo nothing of that.
 * @throws StoreError `scopeMissing`
 */
export async function assertStillOwner(tx: Transaction, { actorId }: KnownDoer): Promise<void> {
  const person = await tx.person.findFirst({ where: { actorId } });
  // A token is no person.
  if (person && (person.role !== 'owner' || person.deactivatedAt !== null))
    throw new StoreError('scopeMissing', 'only an owner of the store may do this, which you are no more');
}

/** Resolves to true if the store has an owner who may sign in, besides the person with the id `but`. */
export async function hasActiveOwner({ person }: Pick<Transaction, 'person'>, but = ''): Promise<boolean> {
  return (
    (await person.findFirst({ where: { role: 'owner', deactivatedAt: null, id: { not: but } } })) !== null
  );
}

/** Without an owner nobody could invite, and nobody let the next one in. */
async function assertAnotherOwner(tx: Transaction, { id, role }: StoredPerson): Promise<void> {
  if (role === 'owner' && !(await hasActiveOwner(tx, id)))
    throw new StoreError(
      'badRequest',
      'the store would be left without an owner; make somebody else an owner first',
    );
}
