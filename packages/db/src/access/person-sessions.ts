import type { KnownDoer, Origin } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { remember } from './known-networks.ts';
import { calledOf, type PersonRow } from './person.ts';
import { hashOf } from './token-format.ts';

/** What a person has signed in with: a password, by its hash as it was verified, or a passkey, by its id. */
export type Proof = { means: 'password'; hash: string } | { means: 'passkey'; id: string };

/**
 * Notes that the person of the session with this token has signed in, by which means and from which network. Forgets the
 * sessions that have run out, or each would leave a row for ever. Waits for a unit that is ending all sessions of the
 * person (see `endSessions`), and ends this one where the proof no longer holds.
 * @returns whether it still holds
 */
export const signedIn = (
  db: Database,
  token: string,
  { proof, origin, network }: { proof: Proof; origin: Origin; network: string },
): Promise<boolean> =>
  db.transact(function* () {
    const at = yield* now(db.engine);
    const [person] = yield* ask<Pick<PersonRow, 'id' | 'actorId'>>(sql`
      UPDATE "people" SET "id" = "id"
      WHERE "id" = (SELECT "person_id" FROM "person_sessions" WHERE "hash" = ${hashOf(token)})
      RETURNING "id", "actor_id" AS "actorId"`);
    yield* ask(sql`DELETE FROM "person_sessions" WHERE "expires_at" <= ${at}`);
    if (!person) return false;
    if (!(yield* holds(person.id, proof))) {
      yield* ask(sql`DELETE FROM "person_sessions" WHERE "hash" = ${hashOf(token)}`);
      return false;
    }
    yield* ask(sql`UPDATE "people" SET "signed_in_at" = ${at} WHERE "id" = ${person.id}`);
    yield* remember(person.id, network, at);
    yield* record(db.engine, {
      action: 'sessions.signIn',
      subject: `by ${proof.means}`,
      by: { actorId: person.actorId, origin },
    });
    return true;
  });

function* holds(personId: string, proof: Proof): Steps<boolean> {
  const rows = yield* ask(
    proof.means === 'password'
      ? sql`SELECT "id" FROM "credentials" WHERE "person_id" = ${personId} AND "password" = ${proof.hash}`
      : sql`SELECT "id" FROM "passkeys" WHERE "person_id" = ${personId} AND "id" = ${proof.id}`,
  );
  return rows.length > 0;
}

/**
 * Writes down that somebody was not let in.
 * @param login in lower case; whose account it is, is written down, and what is nobody's is not: some type their password
 * where the name belongs
 */
export const refused = (db: Database, login: string, origin: Origin): Promise<void> =>
  db.transact(function* () {
    const [person] = yield* ask<Pick<PersonRow, 'name' | 'email'>>(
      sql`SELECT "name", "email" FROM "people" WHERE "email" = ${login} OR "user_name" = ${login}`,
    );
    yield* record(db.engine, {
      action: 'refusals.signIn',
      subject: person && calledOf(person),
      by: { origin },
    });
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

/**
 * The same within a unit, which tells of it itself. The lock on the person comes first: a session that is begun after
 * the sessions were deleted, and before this is committed, waits for it in `signedIn`.
 */
export function* endSessions(id: string): Steps<void> {
  yield* ask(sql`UPDATE "people" SET "id" = "id" WHERE "id" = ${id}`);
  yield* ask(sql`DELETE FROM "person_sessions" WHERE "person_id" = ${id}`);
}
