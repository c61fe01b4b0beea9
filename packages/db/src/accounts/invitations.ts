import { randomBytes, randomUUID } from 'node:crypto';
import { currentTime, dateOf } from '@plant-store/engine';
import type { Invitation, Person, Role } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import type { Prisma } from '../../generated/sqlite/client/client.ts';
import { recordWithin } from '../audit/record.ts';
import type { Transaction } from '../core/transaction.ts';
import type { KnownInitiator, RequestSource } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { hashOf } from '../tokens/secrets.ts';
import { asOwner } from './owners.ts';
import { replacePassword } from './passwords.ts';
import {
  addPerson,
  auditNameOf,
  type NewAccount,
  orLoginTaken,
  personNotFound,
  toPublicPerson,
  toStoredPerson,
} from './person.ts';

const lifetimeMicroseconds = 48n * 3_600_000_000n;

type NewInvitation = { role: Role; note: string };

/** An invitation with the code for its link. The code cannot be read later. */
export type CreatedInvitation = { invitation: Invitation; code: string };

/** Invites a person. The code makes one account within 48 hours. */
export const create = (
  db: Database,
  { role, note }: NewInvitation,
  by: KnownInitiator,
): Promise<CreatedInvitation> =>
  asOwner(db, by, async (tx, createdAt) => {
    await recordWithin(db, tx, { action: 'people.invite', subject: `${note}: ${role}`, by });
    return invite(tx, { role, note, personId: null, actorId: by.actorId, createdAt });
  });

/** The link works once, within 48 hours. @throws StoreError `notFound`; `badRequest` for a deactivated person */
export const createPasswordReset = (
  db: Database,
  personId: string,
  by: KnownInitiator,
): Promise<CreatedInvitation> =>
  asOwner(db, by, async (tx, createdAt) => {
    const person = await tx.person.findUnique({ where: { id: personId } });
    if (!person) throw personNotFound();
    if (person.deactivatedAt !== null)
      throw new StoreError('badRequest', `${person.name} is deactivated; reactivate the account first`);
    await recordWithin(db, tx, { action: 'people.inviteForPassword', subject: auditNameOf(person), by });
    const { role, name: note } = toStoredPerson(person);
    await tx.invitation.deleteMany({ where: { personId } });
    return invite(tx, { role, note, personId, actorId: by.actorId, createdAt });
  });

const withInviter = { actor: { select: { name: true } } } satisfies Prisma.InvitationInclude;
type Row = Prisma.InvitationGetPayload<{ include: typeof withInviter }>;

export async function list(db: Database): Promise<Invitation[]> {
  const rows = await db.prisma.invitation.findMany({
    where: { expiresAt: { gt: await currentTime(db) } },
    include: withInviter,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map(toInvitation);
}

export async function find(db: Database, code: string): Promise<Invitation | undefined> {
  const row = await findOpen(db.prisma, code, await currentTime(db));
  return row ? toInvitation(row) : undefined;
}

export const revoke = (db: Database, id: string, by: KnownInitiator): Promise<void> =>
  db.transaction(async (tx) => {
    const invitation = await tx.invitation.findUnique({ where: { id } });
    const { count } = await tx.invitation.deleteMany({ where: { id } });
    if (invitation && count > 0)
      await recordWithin(db, tx, { action: 'people.takeBackInvitation', subject: invitation.note, by });
  });

/**
 * Makes an account, and uses the invitation. @throws StoreError `notFound` when it is not open; `invalidField` when a
 * login is taken, and the invitation stays open
 */
export async function accept(
  db: Database,
  code: string,
  account: NewAccount,
  source: RequestSource,
): Promise<Person> {
  const time = await currentTime(db);
  const joined = db.transaction(async (tx) => {
    const { role, personId } = await consume(tx, code, time);
    if (personId !== undefined) throw invitationNotFound();
    const person = await addPerson(tx, { ...account, role, createdAt: time });
    const by = { actorId: person.actorId, source };
    await recordWithin(db, tx, { action: 'people.join', subject: `${auditNameOf(person)}: ${role}`, by });
    return toPublicPerson(person);
  });
  return orLoginTaken(db, account, joined);
}

/** Also ends sessions and removes passkeys, as a thief may have added one. @throws StoreError `notFound` */
export async function resetPassword(
  db: Database,
  code: string,
  passwordHash: string,
  source: RequestSource,
): Promise<Person> {
  const time = await currentTime(db);
  return db.transaction(async (tx) => {
    const { personId } = await consume(tx, code, time);
    const person = personId && (await tx.person.findUnique({ where: { id: personId } }));
    if (!person) throw invitationNotFound();
    await replacePassword(tx, person.id, passwordHash, time);
    await tx.passkey.deleteMany({ where: { personId: person.id } });
    const by = { actorId: person.actorId, source };
    await recordWithin(db, tx, { action: 'people.resetPassword', subject: auditNameOf(person), by });
    return toPublicPerson(toStoredPerson(person));
  });
}

export const invitationNotFound = () =>
  new StoreError(
    'notFound',
    'this link was used or revoked, or is older than 48 hours; ask the sender for a new one',
  );

type InvitationInput = NewInvitation & { personId: string | null; actorId: bigint; createdAt: bigint };

async function invite(tx: Transaction, input: InvitationInput): Promise<CreatedInvitation> {
  const code = randomBytes(32).toString('base64url');
  const { createdAt } = input;
  await tx.invitation.deleteMany({ where: { expiresAt: { lte: createdAt } } });
  const expiresAt = createdAt + lifetimeMicroseconds;
  const row = await tx.invitation.create({
    data: { ...input, id: randomUUID(), hash: hashOf(code), expiresAt },
  });
  return { invitation: toInvitation({ ...row, actor: null }), code };
}

function findOpen({ invitation }: Pick<Transaction, 'invitation'>, code: string, time: bigint) {
  return invitation.findUnique({
    where: { hash: hashOf(code), expiresAt: { gt: time } },
    include: withInviter,
  });
}

/** Uses an invitation. Only one of two concurrent callers succeeds. */
async function consume(tx: Transaction, code: string, time: bigint): Promise<Invitation> {
  const row = await findOpen(tx, code, time);
  if (!row) throw invitationNotFound();
  const { count } = await tx.invitation.deleteMany({ where: { id: row.id } });
  if (count === 0) throw invitationNotFound();
  return toInvitation(row);
}

function toInvitation(row: Omit<Row, 'actor'> & { actor: Row['actor'] | null }): Invitation {
  const { id, role, note, personId, actor, createdAt, expiresAt } = row;
  return {
    ...{ id, role: role as Role, note, createdAt: dateOf(createdAt), expiresAt: dateOf(expiresAt) },
    ...(personId !== null && { personId }),
    ...(actor && { invitedBy: actor.name }),
  };
}
