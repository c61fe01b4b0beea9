import { randomUUID } from 'node:crypto';
import { type Person, type Role, StoreError } from '@plant-store/schema';
import type { Database } from '../database.ts';
import { dateOf, now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { addActor } from './actors.ts';

/** A person as the store's other verbs know them: with what their changes are recorded under. */
export type StoredPerson = Person & { actorId: bigint };

/** An account to make. `passwordHash` is what better-auth makes of the password. */
export type NewAccount = { name: string; email: string; userName?: string | undefined; passwordHash: string };

type Row = {
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

/** Whether anybody has an account. */
export async function hasAny(db: Database): Promise<boolean> {
  return (await db.query(sql`SELECT 1 FROM "people" LIMIT 1`)).length > 0;
}

/** Everybody who has, or had, an account: in the order in which they got it. */
export async function list(db: Database): Promise<Person[]> {
  const rows = await db.prisma.person.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return rows.map((row) => outside(present(row as Row)));
}

/** The person with this id, whatever their state. */
export async function find(db: Database, id: string): Promise<StoredPerson | undefined> {
  const row = await db.prisma.person.findUnique({ where: { id } });
  return row ? present(row as Row) : undefined;
}

/**
 * Makes the account of the first owner.
 * @throws StoreError `badRequest` when anybody has an account already, by whom the next are invited
 */
export async function createOwner(db: Database, account: NewAccount): Promise<Person> {
  return outside(
    await db.transact(function* () {
      yield* inTurn();
      const [somebody] = yield* ask(sql`SELECT 1 FROM "people" LIMIT 1`);
      if (somebody)
        throw new StoreError('badRequest', 'the store has an owner already; ask them for an invitation');
      return yield* addPerson(db, account, 'owner');
    }),
  );
}

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

/** Gives a person another role. @throws StoreError as `deactivate` */
export const setRole = (db: Database, id: string, role: Role): Promise<Person> =>
  change(db, id, function* (person) {
    if (role !== 'owner') yield* assertAnotherOwner(person);
    yield* ask(
      sql`UPDATE "people" SET "role" = ${role}, "updated_at" = ${yield* now(db.engine)} WHERE "id" = ${id}`,
    );
  });

/**
 * Lets a person in no more, and ends their sessions.
 * @throws StoreError `notFound` when there is no such person, `badRequest` when they are the last owner
 */
export const deactivate = (db: Database, id: string): Promise<Person> =>
  change(db, id, function* (person) {
    yield* assertAnotherOwner(person);
    const at = yield* now(db.engine);
    yield* ask(sql`
      UPDATE "people" SET "deactivated_at" = coalesce("deactivated_at", ${at}), "updated_at" = ${at} WHERE "id" = ${id}`);
    yield* ask(sql`DELETE FROM "person_sessions" WHERE "person_id" = ${id}`);
  });

/** Lets a person in again, by the password they had. @throws StoreError `notFound` when there is no such person */
export const reactivate = (db: Database, id: string): Promise<Person> =>
  change(db, id, function* () {
    const at = yield* now(db.engine);
    yield* ask(sql`UPDATE "people" SET "deactivated_at" = NULL, "updated_at" = ${at} WHERE "id" = ${id}`);
  });

/** Gives a person another password, and ends their sessions. */
export function* replacePassword(id: string, passwordHash: string, at: bigint): Steps<void> {
  yield* ask(sql`
    UPDATE "credentials" SET "password" = ${passwordHash}, "updated_at" = ${at}
    WHERE "person_id" = ${id} AND "provider" = 'credential'`);
  yield* ask(sql`DELETE FROM "person_sessions" WHERE "person_id" = ${id}`);
}

/** Notes that a person has signed in, and forgets the sessions that have run out, or each would leave a row for ever. */
export async function signedIn(db: Database, id: string): Promise<void> {
  await db.transact(function* () {
    const at = yield* now(db.engine);
    yield* ask(sql`UPDATE "people" SET "signed_in_at" = ${at} WHERE "id" = ${id}`);
    yield* ask(sql`DELETE FROM "person_sessions" WHERE "expires_at" <= ${at}`);
  });
}

async function change(
  db: Database,
  id: string,
  steps: (person: StoredPerson) => Steps<void>,
): Promise<Person> {
  return outside(
    await db.transact(function* () {
      yield* inTurn();
      const person = yield* read(id);
      if (!person) throw notKnown();
      yield* steps(person);
      return (yield* read(id)) ?? person;
    }),
  );
}

export function* read(id: string): Steps<StoredPerson | undefined> {
  const [row] = yield* ask<Row>(sql`
    SELECT "id", "name", "email", "user_name" AS "userName", "role", "actor_id" AS "actorId", "created_at" AS "createdAt",
      "signed_in_at" AS "signedInAt", "deactivated_at" AS "deactivatedAt" FROM "people" WHERE "id" = ${id}`);
  return row && present(row);
}

/**
 * Has units that depend on who the owners are come one after the other. On PostgreSQL two at once would not see each
 * other otherwise, and the last two owners could each deactivate the other.
 */
const inTurn = () =>
  ask(
    sql`INSERT INTO "secrets" ("name", "value") VALUES ('owners', '') ON CONFLICT ("name") DO UPDATE SET "value" = ''`,
  );

/** Without an owner nobody could invite, and nobody let the next one in. */
function* assertAnotherOwner({ id, role }: StoredPerson): Steps<void> {
  if (role !== 'owner') return;
  const [another] = yield* ask(sql`
    SELECT 1 FROM "people" WHERE "role" = 'owner' AND "deactivated_at" IS NULL AND "id" <> ${id} LIMIT 1`);
  if (!another)
    throw new StoreError(
      'badRequest',
      'the store would be left without an owner; make somebody else an owner first',
    );
}

export const notKnown = () =>
  new StoreError('notFound', 'nobody with that id has an account; see the list of people');

function taken(field: 'email' | 'userName'): StoreError {
  const what = field === 'email' ? 'e-mail address' : 'user name';
  const message = `is the ${what} of another account; give another one, or sign in with it`;
  return new StoreError('invalidField', `${field} ${message}`, {
    problems: [{ pointer: `/${field}`, message }],
  });
}

function present({ userName, createdAt, signedInAt, deactivatedAt, ...row }: Row): StoredPerson {
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

/** What is told of a person; what their changes are recorded under is the store's own matter. */
const outside = ({ actorId: _, ...person }: StoredPerson): Person => person;
