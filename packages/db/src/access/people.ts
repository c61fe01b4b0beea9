import { type Person, StoreError } from '@plant-store/schema';
import type { Doer } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { compose, sql } from '../engine/statement.ts';
import { ask } from '../engine/unit.ts';
import { inTurn } from './owners.ts';
import {
  addPerson,
  calledOf,
  type NewAccount,
  outside,
  type PersonRow,
  present,
  type StoredPerson,
  selectPeople,
  withId,
} from './person.ts';

export { type Account, isKnown as isKnownNetwork } from './known-networks.ts';
export { deactivate, reactivate, setRole } from './owners.ts';
export { changePassword, passwordHashFor } from './passwords.ts';
export type { StoredPerson } from './person.ts';
export { endAllSessions, endSession, type Proof, refused, signedIn } from './person-sessions.ts';

/** Whether the store has an owner who may sign in. */
export async function hasOwner(db: Database): Promise<boolean> {
  return (await db.query(anyOwner)).length > 0;
}

const anyOwner = sql`SELECT 1 FROM "people" WHERE "role" = 'owner' AND "deactivated_at" IS NULL LIMIT 1`;

/** Everybody who has, or had, an account: in the order in which they got it. */
export async function list(db: Database): Promise<Person[]> {
  const rows = await db.query<PersonRow>(compose`${selectPeople} ORDER BY "created_at", "id"`);
  return rows.map((row) => outside(present(row)));
}

/** The person with this id, whatever their state. */
export async function find(db: Database, id: string): Promise<StoredPerson | undefined> {
  const [row] = await db.query<PersonRow>(withId(id));
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
      yield* record(db.engine, { action: 'people.createOwner', subject: calledOf(account), by });
      return person;
    }),
  );
}
