import { randomBytes, randomUUID } from 'node:crypto';
import type { Invitation, Person, Role } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/plain';
import type { Prisma } from '../../generated/sqlite/client/client.ts';
import type { KnownDoer, Origin } from '../audit/event.ts';
import { recordWithin } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { currentTime, dateOf } from '../engine/stamp.ts';
import type { Transaction } from '../engine/transaction.ts';
import { assertStillOwner, inTurn } from './owners.ts';
import { replacePassword } from './passwords.ts';
import {
  addPerson,
  calledOf,
  type NewAccount,
  notKnown,
  orTaken,
  outside,
  present as presentPerson,
} from './person.ts';
import { hashOf } from './token-format.ts';

const lifetimeMicroseconds = 48n * 3_600_000_000n;

/** Whom to invite. */
type Wanted = { role: Role; note: string };

/** An invitation, and the code for its link, which can be read this one time. */
export type MadeInvitation = { invitation: Invitation; code: string };

/** Invites somebody: whoever knows the code may make an account, once, within 48 hours. */
export async function create(db: Database, wanted: Wanted, by: KnownDoer): Promise<MadeInvitation> {
  const createdAt = await currentTime(db);
  return db.transaction(async (tx) => {
    await inTurn(db, tx);
    await assertStillOwner(tx, by);
    const { role, note } = wanted;
    await recordWithin(db.engine, tx, { action: 'people.invite', subject: `${note}: ${role}`, by });
    return invite(tx, { role, note, personId: null, actorId: by.actorId, createdAt });
  });
}

/**
 * Lets a person choose a new password: whoever knows the code may, once, within 48 hours.
 * @throws StoreError `notFound` when nobody has that id, `badRequest` when they are deactivated
 */
export async function createForPassword(
  db: Database,
  personId: string,
  by: KnownDoer,
): Promise<MadeInvitation> {
  const createdAt = await currentTime(db);
  return db.transaction(async (tx) => {
    await inTurn(db, tx);
    await assertStillOwner(tx, by);
    const person = await tx.person.findUnique({ where: { id: personId } });
    if (!person) throw notKnown();
    if (person.deactivatedAt !== null)
      throw new StoreError('badRequest', `${person.name} is deactivated; let them in again first`);
    await recordWithin(db.engine, tx, {
      action: 'people.inviteForPassword',
      subject: calledOf(person),
      by,
    });
    const { role, name: note } = presentPerson(person);
    // Of two links for one password, the later one is meant.
    await tx.invitation.deleteMany({ where: { personId } });
    return invite(tx, { role, note, personId, actorId: by.actorId, createdAt });
  });
}

const withInviter = { actor: { select: { name: true } } } satisfies Prisma.InvitationInclude;
type Row = Prisma.InvitationGetPayload<{ include: typeof withInviter }>;

/** Invitations that are open, the newest first. */
export async function list(db: Database): Promise<Invitation[]> {
  const rows = await db.prisma.invitation.findMany({
    where: { expiresAt: { gt: await currentTime(db) } },
    include: withInviter,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map(present);
}

/** The open invitation with this code. */
export async function find(db: Database, code: string): Promise<Invitation | undefined> {
  const row = await openOne(db.prisma, code, await currentTime(db));
  return row ? present(row) : undefined;
}

/** Takes an invitation back; one that is not there is back already. */
export const remove = (db: Database, id: string, by: KnownDoer): Promise<void> =>
  db.transaction(async (tx) => {
    const invitation = await tx.invitation.findUnique({ where: { id } });
    const { count } = await tx.invitation.deleteMany({ where: { id } });
    if (invitation && count > 0)
      await recordWithin(db.engine, tx, {
        action: 'people.takeBackInvitation',
        subject: invitation.note,
        by,
      });
  });

/**
 * Makes an account by an invitation, which is used up with that.
 * @throws StoreError `notFound` when it is not open, `invalidField` when the e-mail address or user name is somebody's;
 * it can be used again then
 */
export async function accept(
  db: Database,
  code: string,
  account: NewAccount,
  origin: Origin,
): Promise<Person> {
  const time = await currentTime(db);
  const joined = db.transaction(async (tx) => {
    const { role, personId } = await use(tx, code, time);
    if (personId !== undefined) throw notOpen();
    const person = await addPerson(tx, { ...account, role, createdAt: time });
    const by = { actorId: person.actorId, origin };
    await recordWithin(db.engine, tx, {
      action: 'people.join',
      subject: `${calledOf(person)}: ${role}`,
      by,
    });
    return outside(person);
  });
  return orTaken(db, account, joined);
}

/**
 * Gives the person of an invitation the password that they chose, ends their sessions, and removes their passkeys: whoever
 * had taken the account over may have added one.
 * @throws StoreError `notFound` when it is not open
 */
export async function acceptPassword(
  db: Database,
  code: string,
  passwordHash: string,
  origin: Origin,
): Promise<Person> {
  const time = await currentTime(db);
  return db.transaction(async (tx) => {
    const { personId } = await use(tx, code, time);
    const person = personId && (await tx.person.findUnique({ where: { id: personId } }));
    if (!person) throw notOpen();
    await replacePassword(tx, person.id, passwordHash, time);
    await tx.passkey.deleteMany({ where: { personId: person.id } });
    const by = { actorId: person.actorId, origin };
    await recordWithin(db.engine, tx, { action: 'people.resetPassword', subject: calledOf(person), by });
    return outside(presentPerson(person));
  });
}

export const notOpen = () =>
  new StoreError(
    'notFound',
    'this link was used, taken back, or is older than 48 hours; ask whoever sent it for another',
  );

type Asked = Wanted & { personId: string | null; actorId: bigint; createdAt: bigint };

async function invite(tx: Transaction, asked: Asked): Promise<MadeInvitation> {
  const code = randomBytes(32).toString('base64url');
  const { createdAt } = asked;
  await tx.invitation.deleteMany({ where: { expiresAt: { lte: createdAt } } });
  const expiresAt = createdAt + lifetimeMicroseconds;
  const row = await tx.invitation.create({
    data: { ...asked, id: randomUUID(), hash: hashOf(code), expiresAt },
  });
  return { invitation: present({ ...row, actor: null }), code };
}

function openOne({ invitation }: Pick<Transaction, 'invitation'>, code: string, time: bigint) {
  return invitation.findUnique({
    where: { hash: hashOf(code), expiresAt: { gt: time } },
    include: withInviter,
  });
}

/** Uses an invitation up; of two who try, one finds it. */
async function use(tx: Transaction, code: string, time: bigint): Promise<Invitation> {
  const row = await openOne(tx, code, time);
  if (!row) throw notOpen();
  const { count } = await tx.invitation.deleteMany({ where: { id: row.id } });
  if (count === 0) throw notOpen();
  return present(row);
}

function present({
  id,
  role,
  note,
  personId,
  actor,
  createdAt,
  expiresAt,
}: Omit<Row, 'actor'> & { actor: Row['actor'] | null }): Invitation {
  return {
    ...{ id, role: role as Role, note, createdAt: dateOf(createdAt), expiresAt: dateOf(expiresAt) },
    ...(personId !== null && { personId }),
    ...(actor && { invitedBy: actor.name }),
  };
}
