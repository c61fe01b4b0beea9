import { randomBytes } from 'node:crypto';
import { type Person, StoreError } from '@plant-store/schema';
import type { Doer } from '../audit/event.ts';
import type { Database } from '../database.ts';
import { now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { addFirstOwner, anyOwner } from './first-owner.ts';
import { inTurn } from './owners.ts';
import type { NewAccount } from './person.ts';
import { hashOf } from './token-format.ts';

const lifetimeMicroseconds = 15n * 60_000_000n;
/** The name of a secret: when the code ends, in microseconds since 1970, and the hash of the code. */
const name = 'start-code';

/**
 * Makes a code that lets its holder create the owner account, once, within 15 minutes. It replaces the code before it.
 * `undefined` where the store has an owner.
 */
export const create = (db: Database): Promise<string | undefined> =>
  db.transact(function* () {
    yield* inTurn(db);
    const [owner] = yield* ask(anyOwner);
    if (owner) return undefined;
    const code = randomBytes(32).toString('base64url');
    const value = `${(yield* now(db.engine)) + lifetimeMicroseconds} ${hashOf(code)}`;
    yield* ask(sql`
      INSERT INTO "secrets" ("name", "value") VALUES (${name}, ${value})
      ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`);
    return code;
  });

/** Asserts that the code can be used now. @throws StoreError `notFound` */
export const assertOpen = (db: Database, code: string): Promise<void> =>
  db.transact(() => assertValid(db, code));

/**
 * Makes the account of the first owner and uses up the code.
 * @throws StoreError `notFound` when the code is not open, `badRequest` when the store has an owner; a code whose account
 * cannot be made stays open
 */
export const createOwner = (
  db: Database,
  code: string,
  account: NewAccount,
  by: Doer = {},
): Promise<Person> =>
  db.transact(function* () {
    const person = yield* addFirstOwner(db, account, by, () => assertValid(db, code));
    yield* ask(sql`DELETE FROM "secrets" WHERE "name" = ${name}`);
    return person;
  });

function* assertValid(db: Database, code: string): Steps<void> {
  const [row] = yield* ask<{ value: string }>(sql`SELECT "value" FROM "secrets" WHERE "name" = ${name}`);
  const [expiresAt = '0', hash] = row?.value.split(' ') ?? [];
  if (hash !== hashOf(code) || BigInt(expiresAt) <= (yield* now(db.engine)))
    throw new StoreError(
      'notFound',
      'this start link was used or replaced, or is older than 15 minutes; start the store again in a terminal for a new one, or use the first token',
    );
}
