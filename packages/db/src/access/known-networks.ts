import type { Database } from '../database.ts';
import { clocks, days, now } from '../engine/stamp.ts';
import { compose, type Statement, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';

/** How long a network stays known after the last sign-in from it. */
const kept = days(90);
/** How many networks of one person are kept: the latest. */
const perPersonMax = 50;

/** Names an account: by an e-mail address or user name in lower case, by the person's id, or by one of their passkeys. */
export type Account = { login: string } | { personId: string } | { credentialId: string };

/** Whether this account was signed in to from this network within the last 90 days. */
export async function isKnown(db: Database, account: Account, network: string): Promise<boolean> {
  const rows = await db.query(compose`
    SELECT 1 FROM "known_networks"
    WHERE "person_id" = (${personOf(account)}) AND "network" = ${network}
      AND "signed_in_at" > (${clocks[db.engine]}) - ${kept}`);
  return rows.length > 0;
}

/** Remembers that a person signed in from a network, within a unit that has locked the person. */
export function* remember(personId: string, network: string, at: bigint): Steps<void> {
  // A person who was deactivated at the same moment keeps no networks.
  yield* ask(sql`
    INSERT INTO "known_networks" ("person_id", "network", "signed_in_at")
    SELECT "id", ${network}, ${at} FROM "people" WHERE "id" = ${personId} AND "deactivated_at" IS NULL
    ON CONFLICT ("person_id", "network") DO UPDATE SET "signed_in_at" = excluded."signed_in_at"`);
  yield* ask(sql`
    DELETE FROM "known_networks" WHERE "person_id" = ${personId} AND "network" NOT IN (
      SELECT "network" FROM "known_networks" WHERE "person_id" = ${personId}
      ORDER BY "signed_in_at" DESC, "network" LIMIT ${BigInt(perPersonMax)})`);
}

/** Forgets all networks of a person, within a unit. */
export function* forgetAll(personId: string): Steps<void> {
  yield* ask(sql`DELETE FROM "known_networks" WHERE "person_id" = ${personId}`);
}

/** Forgets at most `limit` networks whose 90 days are over; gives how many. */
export async function forget(db: Database, limit: number): Promise<number> {
  const forgotten = await db.transact(function* () {
    const at = yield* now(db.engine);
    return yield* ask(sql`
      DELETE FROM "known_networks" WHERE ("person_id", "network") IN (
        SELECT "person_id", "network" FROM "known_networks" WHERE "signed_in_at" <= ${at - kept} LIMIT ${BigInt(limit)})
      RETURNING "network"`);
  });
  return forgotten.length;
}

function personOf(account: Account): Statement {
  if ('personId' in account) return sql`SELECT "id" FROM "people" WHERE "id" = ${account.personId}`;
  if ('credentialId' in account)
    return sql`SELECT "person_id" FROM "passkeys" WHERE "credential_id" = ${account.credentialId}`;
  const { login } = account;
  // An e-mail address has an @ and a user name has none, so this is one person at most.
  return sql`SELECT "id" FROM "people" WHERE "email" = ${login} OR "user_name" = ${login}`;
}
