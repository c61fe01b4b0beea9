import { type Person, StoreError } from '@plant-store/schema';
import type { Doer } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { inTurn } from './owners.ts';
import { addPerson, calledOf, type NewAccount, outside } from './person.ts';

/** Resolves to true if the store has an owner who may sign in. */
export async function hasOwner(db: Database): Promise<boolean> {
  return (await db.query(anyOwner)).length > 0;
}

export const anyOwner = sql`SELECT 1 FROM "people" WHERE "role" = 'owner' AND "deactivated_at" IS NULL LIMIT 1`;

/**
 * Creates the account of the first owner.
 * @throws StoreError `badRequest` when the store has an owner already, who invites others
 */
export const createOwner = (db: Database, account: NewAccount, by: Doer = {}): Promise<Person> =>
  db.transact(() => addFirstOwner(db, account, by));

/** The steps of `createOwner`. `assertMay` throws where the caller may not, once no other owner can come first. */
export function* addFirstOwner(
  db: Database,
  account: NewAccount,
  by: Doer,
  assertMay?: () => Steps<void>,
): Steps<Person> {
  yield* inTurn(db);
  const [owner] = yield* ask(anyOwner);
  if (owner) throw new StoreError('badRequest', 'the store has an owner already; ask them for an invitation');
  if (assertMay) yield* assertMay();
  const person = yield* addPerson(db, account, 'owner');
  // The holder of a start link is no actor before the account exists.
  const doer = { actorId: person.actorId, ...by };
  yield* record(db.engine, { action: 'people.createOwner', subject: calledOf(account), by: doer });
  return outside(person);
}
