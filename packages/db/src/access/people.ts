import { randomUUID } from 'node:crypto';
import { type Person, type Role, StoreError } from '@plant-store/schema';
import type { Doer, KnownDoer, Origin } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { dateOf, now } from '../engine/stamp.ts';
import { compose, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { addActor } from './actors.ts';
import { hashOf } from './token-format.ts';

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

/** Whether the store has an owner who may sign in. */
export async function hasOwner(db: Database): Promise<boolean> {
  return (await db.query(anyOwner)).length > 0;
}

const anyOwner = sql`SELECT 1 FROM "people" WHERE "role" = 'owner' AND "deactivated_at" IS NULL LIMIT 1`;

/** Everybody who has, or had, an account: in the order in which they got it. */
export async function list(db: Database): Promise<Person[]> {
  const rows = await db.query<Row>(compose`${selectPeople} ORDER BY "created_at", "id"`);
  return rows.map((row) => outside(present(row)));
}

/** The person with this id, whatever their state. */
export async function find(db: Database, id: string): Promise<StoredPerson | undefined> {
  const [row] = await db.query<Row>(withId(id));
  return row && present(row);
}

/**
 * Makes the account of the first owner.
 * @throws StoreError `badRequest` when there is an owner already, by whom others are invited
 */
export async function createOwner(db: Database, account: NewAccount, by: Doer = {}): Promise<Person> {
  return outside(
    await db.transact(function* () {
      yield* inTurn(db);
      const [owner] = yield* ask(anyOwner);
      if (owner)
        throw new StoreError('badRequest', 'the store has an owner already; ask them for an invitation');
      const person = yield* addPerson(db, account, 'owner');
      yield* record(db.engine, { action: 'people.createOwner', subject: account.name, by });
      return person;
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
export const setRole = (db: Database, id: string, role: Role, by: KnownDoer): Promise<Person> =>
  change(db, id, by, function* (person) {
    if (role !== person.role)
      yield* record(db.engine, { action: 'people.setRole', subject: `${person.name}: ${role}`, by });
    if (role !== 'owner') {
      yield* assertAnotherOwner(person);
      yield* takeBackInvitations(db, person, by);
    }
    yield* ask(
      sql`UPDATE "people" SET "role" = ${role}, "updated_at" = ${yield* now(db.engine)} WHERE "id" = ${id}`,
    );
  });

/**
 * Lets a person in no more, and ends their sessions.
 * @throws StoreError `notFound` when there is no such person, `badRequest` when they are the last owner
 */
export const deactivate = (db: Database, id: string, by: KnownDoer): Promise<Person> =>
  change(db, id, by, function* (person) {
    yield* assertAnotherOwner(person);
    if (!person.deactivatedAt)
      yield* record(db.engine, { action: 'people.deactivate', subject: person.name, by });
    const at = yield* now(db.engine);
    yield* ask(sql`
      UPDATE "people" SET "deactivated_at" = coalesce("deactivated_at", ${at}), "updated_at" = ${at} WHERE "id" = ${id}`);
    yield* endSessions(id);
    yield* takeBackInvitations(db, person, by);
  });

/** Lets a person in again, by the password they had. @throws StoreError `notFound` when there is no such person */
export const reactivate = (db: Database, id: string, by: KnownDoer): Promise<Person> =>
  change(db, id, by, function* ({ name, deactivatedAt }) {
    if (deactivatedAt) yield* record(db.engine, { action: 'people.reactivate', subject: name, by });
    const at = yield* now(db.engine);
    yield* ask(sql`UPDATE "people" SET "deactivated_at" = NULL, "updated_at" = ${at} WHERE "id" = ${id}`);
    // One that was begun while they were deactivated.
    yield* endSessions(id);
  });

/**
 * Gives a person another password, and ends all their sessions. A link for another one stays: whoever knows the password
 * before could take back by this what is the remedy against them.
 */
export function* replacePassword(id: string, passwordHash: string, at: bigint): Steps<void> {
  yield* ask(sql`
    UPDATE "credentials" SET "password" = ${passwordHash}, "updated_at" = ${at}
    WHERE "person_id" = ${id} AND "provider" = 'credential'`);
  yield* endSessions(id);
}

/**
 * What is stored of the password of whoever has this e-mail address or user name; `undefined` when nobody has.
 * @param login in lower case
 */
export async function passwordHashFor(db: Database, login: string): Promise<string | undefined> {
  const [row] = await db.query<{ password: string }>(sql`
    SELECT "c"."password" FROM "people" AS "p" JOIN "credentials" AS "c" ON "c"."person_id" = "p"."id"
    WHERE ("p"."email" = ${login} OR "p"."user_name" = ${login}) AND "c"."provider" = 'credential'`);
  return row?.password;
}

/** Gives a person another password, and ends their sessions; false when they have another one than `from` by now. */
export const changePassword = (
  db: Database,
  { id, actorId, name }: StoredPerson,
  { from, to }: { from: string; to: string },
  origin: Origin,
): Promise<boolean> =>
  db.transact(function* () {
    const [row] = yield* ask(sql`
      UPDATE "credentials" SET "password" = ${to}, "updated_at" = ${yield* now(db.engine)}
      WHERE "person_id" = ${id} AND "password" = ${from} RETURNING "id"`);
    if (!row) return false;
    yield* endSessions(id);
    yield* record(db.engine, { action: 'people.changePassword', subject: name, by: { actorId, origin } });
    return true;
  });

/** Ends the session with this token; without `by` it is not told of, as nobody was given it. */
export async function endSession(db: Database, token: string, by?: KnownDoer): Promise<void> {
  await db.execute(
    sql`DELETE FROM "person_sessions" WHERE "hash" = ${hashOf(token)} RETURNING "hash"`,
    by && { action: 'sessions.signOut', by },
  );
}

/** Ends every session of a person. */
export const endAllSessions = (db: Database, id: string, by: KnownDoer): Promise<void> =>
  db.transact(function* () {
    yield* endSessions(id);
    yield* record(db.engine, { action: 'sessions.signOutEverywhere', by });
  });

function* endSessions(id: string): Steps<void> {
  yield* ask(sql`DELETE FROM "person_sessions" WHERE "person_id" = ${id}`);
}

/** Whoever invited as an owner could come back by an invitation of their own. */
function* takeBackInvitations(
  { engine }: Database,
  { id, actorId }: StoredPerson,
  by: KnownDoer,
): Steps<void> {
  const time = yield* now(engine);
  const gone = yield* ask<{ note: string; expiresAt: bigint }>(sql`
    DELETE FROM "invitations" WHERE "actor_id" = ${actorId} OR "person_id" = ${id}
    RETURNING "note", "expires_at" AS "expiresAt"`);
  for (const { note, expiresAt } of gone)
    if (expiresAt > time) yield* record(engine, { action: 'people.takeBackInvitation', subject: note, by });
}

/**
 * Notes that whoever the session with this token is for has signed in, and by what; and forgets the sessions that have
 * run out, or each would leave a row for ever.
 */
export async function signedIn(
  db: Database,
  token: string,
  { means, origin }: { means: 'password' | 'passkey'; origin: Origin },
): Promise<void> {
  await db.transact(function* () {
    const at = yield* now(db.engine);
    const [person] = yield* ask<Pick<Row, 'actorId'>>(sql`
      UPDATE "people" SET "signed_in_at" = ${at}
      WHERE "id" = (SELECT "person_id" FROM "person_sessions" WHERE "hash" = ${hashOf(token)})
      RETURNING "actor_id" AS "actorId"`);
    yield* ask(sql`DELETE FROM "person_sessions" WHERE "expires_at" <= ${at}`);
    if (person)
      yield* record(db.engine, {
        action: 'sessions.signIn',
        subject: `by ${means}`,
        by: { actorId: person.actorId, origin },
      });
  });
}

/**
 * Writes down that somebody was not let in.
 * @param login in lower case; whose account it is, is written down, and what is nobody's is not: some type their password
 * where the name belongs
 */
export const refused = (db: Database, login: string, origin: Origin): Promise<void> =>
  db.transact(function* () {
    const [person] = yield* ask<Pick<Row, 'name'>>(
      sql`SELECT "name" FROM "people" WHERE "email" = ${login} OR "user_name" = ${login}`,
    );
    yield* record(db.engine, { action: 'refusals.signIn', subject: person?.name, by: { origin } });
  });

async function change(
  db: Database,
  id: string,
  by: KnownDoer,
  steps: (person: StoredPerson) => Steps<void>,
): Promise<Person> {
  return outside(
    await db.transact(function* () {
      yield* inTurn(db);
      yield* assertStillOwner(by);
      const person = yield* read(id);
      if (!person) throw notKnown();
      yield* steps(person);
      return (yield* read(id)) ?? person;
    }),
  );
}

/** The same within a unit. */
export function* read(id: string): Steps<StoredPerson | undefined> {
  const [row] = yield* ask<Row>(withId(id));
  return row && present(row);
}

const selectPeople = sql`
  SELECT "id", "name", "email", "user_name" AS "userName", "role", "actor_id" AS "actorId", "created_at" AS "createdAt",
    "signed_in_at" AS "signedInAt", "deactivated_at" AS "deactivatedAt" FROM "people"`;

const withId = (id: string) => compose`${selectPeople} WHERE "id" = ${id}`;

/**
 * Has units that depend on who the owners are come one after the other. On PostgreSQL two at once would not see each
 * other otherwise, and the last two owners could each deactivate the other; on SQLite all units do.
 */
function* inTurn({ engine }: Database): Steps<void> {
  if (engine === 'postgresql')
    yield* ask(sql`SELECT pg_advisory_xact_lock(hashtext('plant-store owners'))::text`);
}

/**
 * Who asked may have been an owner a moment ago, and be none any more: they are to undo nothing of that.
 * @throws StoreError `scopeMissing`
 */
export function* assertStillOwner({ actorId }: KnownDoer): Steps<void> {
  const [person] = yield* ask<Pick<Row, 'role' | 'deactivatedAt'>>(sql`
    SELECT "role", "deactivated_at" AS "deactivatedAt" FROM "people" WHERE "actor_id" = ${actorId}`);
  // A token is no person.
  if (person && (person.role !== 'owner' || person.deactivatedAt !== null))
    throw new StoreError('scopeMissing', 'only an owner of the store may do this, which you are no more');
}

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
  const message = 'is that of another account; give another one, or sign in with it';
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
export const outside = ({ actorId: _, ...person }: StoredPerson): Person => person;
