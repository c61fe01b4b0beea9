import { randomUUID } from 'node:crypto';
import { type Person, type Role, StoreError } from '@plant-store/schema';
import type { Database } from '../database.ts';
import { dateOf, now } from '../engine/stamp.ts';
import { compose, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { addActor } from './actors.ts';

/** A person as the store's other verbs know them: with what their changes are recorded under. */
export type StoredPerson = Person & { actorId: bigint };

/** An account to make. `passwordHash` is what better-auth makes of the password. */
export type NewAccount = { name: string; email: string; userName?: string | undefined; passwordHash: string };

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  userName: string | null;
  role: Role;
  actorId: bigint;
  createdAt: bigint;
  signedInAt: bigint | null;
  deactivatedAt: bigint | null;
};

/**
 * Records an account with its password.
 * @throws StoreError `invalidField` when its e-mail address or its user name is somebody's
 */
export function* addPerson(db: Database, account: NewAccount, role: Role): Steps<StoredPerson> {
  const { name, email, userName = null, passwordHash } = account;
  const id = randomUUID();
  const createdAt = yield* now(db.engine);
  const actorId = yield* addActor(db.engine, { kind: 'person', name });
  const [added] = yield* ask(sql`
    INSERT INTO "people" ("id", "name", "email", "user_name", "role", "actor_id", "created_at", "updated_at")
    VALUES (${id}, ${name}, ${email}, ${userName}, ${role}, ${actorId}, ${createdAt}, ${createdAt})
    ON CONFLICT DO NOTHING RETURNING "id"`);
  if (!added) {
    const [holder] = yield* ask(sql`SELECT 1 FROM "people" WHERE "email" = ${email}`);
    throw taken(holder ? 'email' : 'userName');
  }
  // As better-auth records a password: the account is the person's own.
  yield* ask(sql`
    INSERT INTO "credentials" ("id", "person_id", "provider", "account_id", "password", "created_at", "updated_at")
    VALUES (${randomUUID()}, ${id}, 'credential', ${id}, ${passwordHash}, ${createdAt}, ${createdAt})`);
  return present({
    id,
    name,
    email,
    userName,
    role,
    actorId,
    createdAt,
    signedInAt: null,
    deactivatedAt: null,
  });
}

/** The same within a unit. */
export function* read(id: string): Steps<StoredPerson | undefined> {
  const [row] = yield* ask<PersonRow>(withId(id));
  return row && present(row);
}

export const selectPeople = sql`
  SELECT "id", "name", "email", "user_name" AS "userName", "role", "actor_id" AS "actorId", "created_at" AS "createdAt",
    "signed_in_at" AS "signedInAt", "deactivated_at" AS "deactivatedAt" FROM "people"`;

export const withId = (id: string) => compose`${selectPeople} WHERE "id" = ${id}`;

export const notKnown = () =>
  new StoreError('notFound', 'nobody with that id has an account; see the list of people');

function taken(field: 'email' | 'userName'): StoreError {
  const message = 'is that of another account; give another one, or sign in with it';
  return new StoreError('invalidField', `${field} ${message}`, {
    problems: [{ pointer: `/${field}`, message }],
  });
}

export function present({ userName, createdAt, signedInAt, deactivatedAt, ...row }: PersonRow): StoredPerson {
  const { id, name, email, role, actorId } = row;
  return {
    id,
    name,
    email,
    role,
    actorId,
    createdAt: dateOf(createdAt),
    ...(userName !== null && { userName }),
    ...(signedInAt !== null && { signedInAt: dateOf(signedInAt) }),
    ...(deactivatedAt !== null && { deactivatedAt: dateOf(deactivatedAt) }),
  };
}

/** A person as the audit log calls them: anybody can have any name. */
export const calledOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string => `${name} (${email})`;

/** What is told of a person; what their changes are recorded under is the store's own matter. */
export const outside = ({ actorId: _, ...person }: StoredPerson): Person => person;
