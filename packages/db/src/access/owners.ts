import { type Person, type Role, StoreError } from '@plant-store/schema';
import type { KnownDoer } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { forgetAll } from './known-networks.ts';
import { calledOf, notKnown, outside, type PersonRow, read, type StoredPerson } from './person.ts';
import { endSessions } from './person-sessions.ts';

/** Gives a person another role. @throws StoreError as `deactivate` */
export const setRole = (db: Database, id: string, role: Role, by: KnownDoer): Promise<Person> =>
  change(db, id, by, function* (person) {
    if (role !== person.role)
      yield* record(db.engine, { action: 'people.setRole', subject: `${calledOf(person)}: ${role}`, by });
    if (role !== 'owner') {
      yield* assertAnotherOwner(person);
      yield* takeBackInvitations(db, person, by);
    }
    yield* ask(
      sql`UPDATE "people" SET "role" = ${role}, "updated_at" = ${yield* now(db.engine)} WHERE "id" = ${id}`,
    );
  });

/**
 * Lets a person in no more, ends their sessions, and forgets the networks that they signed in from.
 * @throws StoreError `notFound` when there is no such person, `badRequest` when they are the last owner
 */
export const deactivate = (db: Database, id: string, by: KnownDoer): Promise<Person> =>
  change(db, id, by, function* (person) {
    yield* assertAnotherOwner(person);
    if (!person.deactivatedAt)
      yield* record(db.engine, { action: 'people.deactivate', subject: calledOf(person), by });
    const at = yield* now(db.engine);
    yield* ask(sql`
      UPDATE "people" SET "deactivated_at" = coalesce("deactivated_at", ${at}), "updated_at" = ${at} WHERE "id" = ${id}`);
    yield* endSessions(id);
    yield* forgetAll(id);
    yield* takeBackInvitations(db, person, by);
  });

/** Lets a person in again, by the password they had. @throws StoreError `notFound` when there is no such person */
export const reactivate = (db: Database, id: string, by: KnownDoer): Promise<Person> =>
  change(db, id, by, function* (person) {
    if (person.deactivatedAt)
      yield* record(db.engine, { action: 'people.reactivate', subject: calledOf(person), by });
    const at = yield* now(db.engine);
    yield* ask(sql`UPDATE "people" SET "deactivated_at" = NULL, "updated_at" = ${at} WHERE "id" = ${id}`);
    // One that was begun while they were deactivated.
    yield* endSessions(id);
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
 * Has units that depend on who the owners are come one after the other. On PostgreSQL two at once would not see each
 * other otherwise, and the last two owners could each deactivate the other; on SQLite all units do.
 */
export function* inTurn({ engine }: Database): Steps<void> {
  if (engine === 'postgresql')
    yield* ask(sql`SELECT pg_advisory_xact_lock(hashtext('plant-store owners'))::text`);
}

/**
 * Who asked may have been an owner a moment ago, and be none any more: they are to undo nothing of that.
 * @throws StoreError `scopeMissing`
 */
export function* assertStillOwner({ actorId }: KnownDoer): Steps<void> {
  const [person] = yield* ask<Pick<PersonRow, 'role' | 'deactivatedAt'>>(sql`
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
