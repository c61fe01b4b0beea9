import { randomBytes, randomUUID } from 'node:crypto';
import { type Invitation, type Person, type Role, StoreError } from '@plant-store/schema';
import type { KnownDoer, Origin } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { clocks, dateOf, now } from '../engine/stamp.ts';
import { compose, type Statement, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { assertStillOwner } from './owners.ts';
import { removeAll } from './passkeys.ts';
import { replacePassword } from './passwords.ts';
import { addPerson, calledOf, type NewAccount, notKnown, outside, read as readPerson } from './person.ts';
import { hashOf } from './token-format.ts';

const lifetimeMicroseconds = 48n * 3_600_000_000n;

/** Whom to invite. */
type Wanted = { role: Role; note: string };

type Row = {
  id: string;
  role: Role;
  note: string;
  personId: string | null;
  createdAt: bigint;
  expiresAt: bigint;
  invitedBy: string | null;
};

/** An invitation, and the code for its link, which can be read this one time. */
export type MadeInvitation = { invitation: Invitation; code: string };

/** Invites somebody: whoever knows the code may make an account, once, within 48 hours. */
export const create = (db: Database, wanted: Wanted, by: KnownDoer): Promise<MadeInvitation> =>
  db.transact(function* () {
    yield* assertStillOwner(by);
    const { role, note } = wanted;
    yield* record(db.engine, { action: 'people.invite', subject: `${note}: ${role}`, by });
    return yield* invite(db, { ...wanted, personId: null, actorId: by.actorId });
  });

/**
 * Lets a person choose a new password: whoever knows the code may, once, within 48 hours.
 * @throws StoreError `notFound` when nobody has that id, `badRequest` when they are deactivated
 */
export const createForPassword = (db: Database, personId: string, by: KnownDoer): Promise<MadeInvitation> =>
  db.transact(function* () {
    yield* assertStillOwner(by);
    const person = yield* readPerson(personId);
    if (!person) throw notKnown();
    if (person.deactivatedAt)
      throw new StoreError('badRequest', `${person.name} is deactivated; let them in again first`);
    yield* record(db.engine, { action: 'people.inviteForPassword', subject: calledOf(person), by });
    return yield* invite(db, { role: person.role, note: person.name, personId, actorId: by.actorId });
  });

/** Invitations that are open, the newest first. */
export async function list(db: Database): Promise<Invitation[]> {
  const rows = await db.query<Row>(open(db, sql`1 = 1`));
  return rows.map(present);
}

/** The open invitation with this code. */
export async function find(db: Database, code: string): Promise<Invitation | undefined> {
  const [row] = await db.query<Row>(open(db, withCode(code)));
  return row && present(row);
}

/** Takes an invitation back; one that is not there is back already. */
export const remove = (db: Database, id: string, by: KnownDoer): Promise<void> =>
  db.transact(function* () {
    const [removed] = yield* ask<Pick<Row, 'note'>>(
      sql`DELETE FROM "invitations" WHERE "id" = ${id} RETURNING "note"`,
    );
    if (removed) yield* record(db.engine, { action: 'people.takeBackInvitation', subject: removed.note, by });
  });

/**
 * Makes an account by an invitation, which is used up with that.
 * @throws StoreError `notFound` when it is not open, `invalidField` when the e-mail address or user name is somebody's;
 * it can be used again then
 */
export const accept = (db: Database, code: string, account: NewAccount, origin: Origin): Promise<Person> =>
  db.transact(function* () {
    const { role, personId } = yield* use(db, code);
    if (personId !== null) throw notOpen();
    const person = yield* addPerson(db, account, role);
    const by = { actorId: person.actorId, origin };
    yield* record(db.engine, { action: 'people.join', subject: `${calledOf(person)}: ${role}`, by });
    return outside(person);
  });

/**
 * Gives the person of an invitation the password that they chose, ends their sessions, and removes their passkeys: whoever
 * had taken the account over may have added one.
 * @throws StoreError `notFound` when it is not open
 */
export const acceptPassword = (
  db: Database,
  code: string,
  passwordHash: string,
  origin: Origin,
): Promise<Person> =>
  db.transact(function* () {
    const { personId } = yield* use(db, code);
    const person = personId === null ? undefined : yield* readPerson(personId);
    if (!person) throw notOpen();
    yield* replacePassword(person.id, passwordHash, yield* now(db.engine));
    yield* removeAll(person.id);
    const by = { actorId: person.actorId, origin };
    yield* record(db.engine, { action: 'people.resetPassword', subject: calledOf(person), by });
    return outside(person);
  });

export const notOpen = () =>
  new StoreError(
    'notFound',
    'this link was used, taken back, or is older than 48 hours; ask whoever sent it for another',
  );

function* invite(
  db: Database,
  wanted: Wanted & { personId: string | null; actorId: bigint },
): Steps<MadeInvitation> {
  const { role, note, personId, actorId } = wanted;
  const code = randomBytes(32).toString('base64url');
  const id = randomUUID();
  const createdAt = yield* now(db.engine);
  const expiresAt = createdAt + lifetimeMicroseconds;
  // Of two links for one password, the later one is meant.
  yield* ask(sql`DELETE FROM "invitations" WHERE "expires_at" <= ${createdAt} OR "person_id" = ${personId}`);
  yield* ask(sql`
    INSERT INTO "invitations" ("id", "hash", "role", "note", "person_id", "actor_id", "created_at", "expires_at")
    VALUES (${id}, ${hashOf(code)}, ${role}, ${note}, ${personId}, ${actorId}, ${createdAt}, ${expiresAt})`);
  const row = { id, role, note, personId, createdAt, expiresAt, invitedBy: null };
  return { invitation: present(row), code };
}

const withCode = (code: string) => sql`"i"."hash" = ${hashOf(code)}`;

const open = ({ engine }: Database, condition: Statement) => compose`
  SELECT "i"."id", "i"."role", "i"."note", "i"."person_id" AS "personId", "i"."created_at" AS "createdAt",
    "i"."expires_at" AS "expiresAt", "actors"."name" AS "invitedBy"
  FROM "invitations" AS "i" LEFT JOIN "actors" ON "actors"."id" = "i"."actor_id"
  WHERE "i"."expires_at" > (${clocks[engine]}) AND ${condition} ORDER BY "i"."created_at" DESC, "i"."id"`;

/** Uses an invitation up; of two who try, one finds it. */
function* use(db: Database, code: string): Steps<Row> {
  const [row] = yield* ask<Row>(open(db, withCode(code)));
  const [used] = row ? yield* ask(sql`DELETE FROM "invitations" WHERE "id" = ${row.id} RETURNING "id"`) : [];
  if (!row || !used) throw notOpen();
  return row;
}

const present = ({ personId, invitedBy, createdAt, expiresAt, ...row }: Row): Invitation => ({
  ...row,
  createdAt: dateOf(createdAt),
  expiresAt: dateOf(expiresAt),
  ...(personId !== null && { personId }),
  ...(invitedBy !== null && { invitedBy }),
});
