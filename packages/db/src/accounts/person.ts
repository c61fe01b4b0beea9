import { randomUUID } from 'node:crypto';
import { dateOf } from '@plant-store/engine';
import type { Person, Role } from '@plant-store/schema';
import { invalidField, StoreError } from '@plant-store/schema/without-zod';
import type { Person as PersonRow, Prisma } from '../../generated/sqlite/client/client.ts';
import { addActor } from '../core/actors.ts';
import { isUniqueViolation, type Transaction } from '../core/transaction.ts';
import type { Database } from '../handle/database.ts';

export type StoredPerson = Person & { actorId: bigint };

export type NewAccount = { name: string; email: string; userName?: string | undefined; passwordHash: string };

type Addition = NewAccount & { role: Role; createdAt: bigint };

/** Adds an account with its password, within a transaction that runs in `orLoginTaken`. */
export async function addPerson(
  tx: Transaction,
  { name, email, userName, passwordHash, role, createdAt }: Addition,
): Promise<StoredPerson> {
  const id = randomUUID();
  const times = { createdAt, updatedAt: createdAt };
  const actorId = await addActor(tx, { kind: 'person', name });
  // better-auth records a password as an account of the person.
  const password = { id: randomUUID(), provider: 'credential', accountId: id, password: passwordHash };
  const person = await tx.person.create({
    data: {
      ...{ id, name, email, userName: userName ?? null, role, ...times },
      actor: { connect: { id: actorId } },
      credentials: { create: { ...password, ...times } },
    },
  });
  return toStoredPerson(person);
}

/** The result of adding an account. @throws StoreError `invalidField` if the e-mail address or user name is taken */
export async function orLoginTaken<Result>(
  { prisma }: Database,
  { email }: NewAccount,
  added: Promise<Result>,
): Promise<Result> {
  try {
    return await added;
  } catch (cause) {
    if (!isUniqueViolation(cause, 'Person')) throw cause;
    throw loginTaken((await prisma.person.findUnique({ where: { email } })) ? 'email' : 'userName');
  }
}

export const lockPerson = (tx: Transaction, id: string) =>
  tx.person.updateMany({ where: { id }, data: { id } });

/** Finds a person by e-mail address or user name; at most one person, as only addresses contain an @. */
export const withLogin = (login: string): Prisma.PersonWhereInput => ({
  OR: [{ email: login }, { userName: login }],
});

export const personNotFound = () =>
  new StoreError('notFound', 'no account has this id; see the list of people');

const loginTaken = (field: 'email' | 'userName') =>
  invalidField(field, 'belongs to another account; use another one, or sign in with it');

export function toStoredPerson(row: PersonRow): StoredPerson {
  const { id, name, email, role, actorId, userName, createdAt, signedInAt, deactivatedAt } = row;
  return {
    ...{ id, name, email, role: role as Role, actorId },
    createdAt: dateOf(createdAt),
    ...(userName !== null && { userName }),
    ...(signedInAt !== null && { signedInAt: dateOf(signedInAt) }),
    ...(deactivatedAt !== null && { deactivatedAt: dateOf(deactivatedAt) }),
  };
}

/** The name of a person in the audit log. It includes the address, as names are not unique. */
export const auditNameOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string => `${name} (${email})`;

export const toPublicPerson = ({ actorId: _, ...person }: StoredPerson): Person => person;
