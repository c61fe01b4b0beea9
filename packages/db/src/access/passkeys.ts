import { randomUUID } from 'node:crypto';
import { type Passkey, type PasskeyBackup, StoreError } from '@plant-store/schema';
import type { Doer } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { dateOf, now, stampOf } from '../engine/stamp.ts';
import { compose, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { hashOf } from './token-format.ts';

/** How many one person may have: more than anybody has devices. */
const perPersonMax = 20;

/** A passkey as it is checked: what it signs by, and for whom. */
export type StoredPasskey = Passkey & {
  personId: string;
  credentialId: string;
  /** COSE_Key, in base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
};

export type NewPasskey = Pick<
  StoredPasskey,
  'name' | 'origin' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backup'
>;

/** A challenge that was answered, and until when it could be answered again. */
export type Answered = { challenge: string; until: Date };

type Row = {
  id: string;
  personId: string;
  name: string;
  origin: string;
  credentialId: string;
  publicKey: string;
  counter: bigint;
  transports: string;
  backup: PasskeyBackup;
  createdAt: bigint;
  usedAt: bigint | null;
};

/** The passkeys of a person, in the order in which they were added. */
export async function list(db: Database, personId: string): Promise<StoredPasskey[]> {
  const rows = await db.query<Row>(
    compose`${selectPasskeys} WHERE "person_id" = ${personId} ORDER BY "created_at", "id"`,
  );
  return rows.map(present);
}

/** The passkey that calls itself this, whoever's it is. */
export async function find(db: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  const [row] = await db.query<Row>(compose`${selectPasskeys} WHERE "credential_id" = ${credentialId}`);
  return row && present(row);
}

/**
 * Adds a passkey to the account of a person whose password is still `passwordHash`; `undefined` when it is another one by
 * now, or the challenge was answered before.
 * @throws StoreError `badRequest` when it is there already, or they have as many as one may have
 */
export const add = (
  db: Database,
  personId: string,
  passkey: NewPasskey,
  { passwordHash, answered }: { passwordHash: string; answered: Answered },
  by: Doer,
): Promise<StoredPasskey | undefined> =>
  db.transact(function* () {
    // Written as it is, so that on PostgreSQL who changes it at the same time waits, and who adds another one too.
    const [account] = yield* ask(sql`
      UPDATE "credentials" SET "password" = "password"
      WHERE "person_id" = ${personId} AND "password" = ${passwordHash} RETURNING "id"`);
    if (!account || !(yield* isFirstAnswer(db, answered))) return undefined;
    yield* assertRoom(personId);
    const { name, origin, credentialId, publicKey, transports, backup } = passkey;
    const [row] = yield* ask<Row>(compose`
      INSERT INTO "passkeys" ("id", "person_id", "name", "origin", "credential_id", "public_key", "counter", "transports",
        "backup", "created_at")
      VALUES (${randomUUID()}, ${personId}, ${name}, ${origin}, ${credentialId}, ${publicKey}, ${BigInt(passkey.counter)},
        ${transports.join(',')}, ${backup}, ${yield* now(db.engine)})
      ON CONFLICT DO NOTHING RETURNING ${columns}`);
    if (!row) throw new StoreError('badRequest', 'this passkey is there already; sign in with it');
    yield* record(db.engine, { action: 'people.addPasskey', subject: name, by });
    return present(row);
  });

/** What the use of a passkey tells of it. */
export type Use = { counter: number; backup: PasskeyBackup; answered: Answered };

/**
 * Notes that a passkey has signed in; false when it is not there any more, was used more often by then than it says, or has
 * answered this challenge before. Of two answers at the same moment, one is noted.
 */
export const noteUse = (db: Database, id: string, { counter, backup, answered }: Use): Promise<boolean> =>
  db.transact(function* () {
    if (!(yield* isFirstAnswer(db, answered))) return false;
    const count = BigInt(counter);
    // Many count nothing, and always say 0.
    const [used] = yield* ask(sql`
      UPDATE "passkeys" SET "counter" = ${count}, "backup" = ${backup}, "used_at" = ${yield* now(db.engine)}
      WHERE "id" = ${id} AND ("counter" < ${count} OR ("counter" = 0 AND ${count} = 0)) RETURNING "id"`);
    return used !== undefined;
  });

/**
 * Removes a passkey of a person, and ends all their sessions but that with this token: where it was somebody else's hand,
 * they are out with it. One that is not there is removed already.
 */
export const remove = (
  db: Database,
  { personId, id }: { personId: string; id: string },
  token: string,
  by: Doer,
): Promise<void> =>
  db.transact(function* () {
    const [removed] = yield* ask<Pick<Row, 'name'>>(
      sql`DELETE FROM "passkeys" WHERE "id" = ${id} AND "person_id" = ${personId} RETURNING "name"`,
    );
    if (!removed) return;
    yield* ask(
      sql`DELETE FROM "person_sessions" WHERE "person_id" = ${personId} AND "hash" <> ${hashOf(token)}`,
    );
    yield* record(db.engine, { action: 'people.removePasskey', subject: removed.name, by });
  });

/** Removes all passkeys of a person, within a unit. */
export function* removeAll(personId: string): Steps<void> {
  yield* ask(sql`DELETE FROM "passkeys" WHERE "person_id" = ${personId}`);
}

/** What is told of a passkey to whose it is. */
export const outside = ({ id, name, origin, backup, createdAt, usedAt }: Passkey): Passkey => ({
  id,
  name,
  origin,
  backup,
  createdAt,
  ...(usedAt && { usedAt }),
});

/** Uses a challenge up: false when that was done before. Those that are too old for it are forgotten. */
function* isFirstAnswer({ engine }: Database, { challenge, until }: Answered): Steps<boolean> {
  yield* ask(sql`DELETE FROM "used_challenges" WHERE "expires_at" <= ${yield* now(engine)}`);
  const [used] = yield* ask(sql`
    INSERT INTO "used_challenges" ("challenge", "expires_at") VALUES (${challenge}, ${stampOf(until)})
    ON CONFLICT DO NOTHING RETURNING "challenge"`);
  return used !== undefined;
}

function* assertRoom(personId: string): Steps<void> {
  const held = yield* ask(sql`SELECT 1 FROM "passkeys" WHERE "person_id" = ${personId}`);
  if (held.length >= perPersonMax)
    throw new StoreError(
      'badRequest',
      `you have ${perPersonMax} passkeys, which is as many as one may have; remove one that is not in use`,
    );
}

const columns = sql`
  "id", "person_id" AS "personId", "name", "origin", "credential_id" AS "credentialId", "public_key" AS "publicKey",
  "counter", "transports", "backup", "created_at" AS "createdAt", "used_at" AS "usedAt"`;

const selectPasskeys = compose`SELECT ${columns} FROM "passkeys"`;

const present = ({ counter, transports, createdAt, usedAt, ...row }: Row): StoredPasskey => ({
  ...row,
  counter: Number(counter),
  transports: transports === '' ? [] : transports.split(','),
  createdAt: dateOf(createdAt),
  ...(usedAt !== null && { usedAt: dateOf(usedAt) }),
});
