import type { Origin } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { calledOf, type StoredPerson } from './person.ts';
import { endSessions } from './person-sessions.ts';

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
  person: StoredPerson,
  { from, to }: { from: string; to: string },
  origin: Origin,
): Promise<boolean> =>
  db.transact(function* () {
    const [row] = yield* ask(sql`
      UPDATE "credentials" SET "password" = ${to}, "updated_at" = ${yield* now(db.engine)}
      WHERE "person_id" = ${person.id} AND "password" = ${from} RETURNING "id"`);
    if (!row) return false;
    yield* endSessions(person.id);
    yield* record(db.engine, {
      action: 'people.changePassword',
      subject: calledOf(person),
      by: { actorId: person.actorId, origin },
    });
    return true;
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
