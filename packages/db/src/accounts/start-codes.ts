import { randomBytes } from 'node:crypto';
import { currentTime } from '@plant-store/engine';
import type { Person } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import type { Transaction } from '../core/transaction.ts';
import type { Initiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { hashOf } from '../tokens/secrets.ts';
import { createOwner as createFirstOwner, hasActiveOwner, lockOwners } from './owners.ts';
import type { NewAccount } from './person.ts';

const lifetimeMicroseconds = 15n * 60_000_000n;
/** The name of the secret that stores a start code: its end, in microseconds since 1970, and its hash. */
const name = 'start-code';

/** Makes a code for the owner account, in place of the last, for 15 minutes. `undefined` if the store has an owner. */
export async function create(db: Database): Promise<string | undefined> {
  const expiresAt = (await currentTime(db)) + lifetimeMicroseconds;
  return db.transaction(async (tx) => {
    await lockOwners(db, tx);
    if (await hasActiveOwner(tx)) return undefined;
    const code = randomBytes(32).toString('base64url');
    const value = `${expiresAt} ${hashOf(code)}`;
    await tx.secret.upsert({ where: { name }, create: { name, value }, update: { value } });
    return code;
  });
}

/** Asserts that the code is open. @throws StoreError `notFound` */
export const assertOpen = async (db: Database, code: string): Promise<void> =>
  assertValid(db.prisma, code, await currentTime(db));

/** Also uses the code. @throws StoreError `notFound` when it is not open, `badRequest` when the store has an owner */
export async function createOwner(
  db: Database,
  code: string,
  account: NewAccount,
  by: Initiator = {},
): Promise<Person> {
  const time = await currentTime(db);
  return createFirstOwner(db, account, by, async (tx) => {
    await assertValid(tx, code, time);
    await tx.secret.deleteMany({ where: { name } });
  });
}

async function assertValid({ secret }: Pick<Transaction, 'secret'>, code: string, time: bigint) {
  const row = await secret.findUnique({ where: { name } });
  const [expiresAt = '0', hash] = row?.value.split(' ') ?? [];
  if (hash !== hashOf(code) || BigInt(expiresAt) <= time)
    throw new StoreError(
      'notFound',
      'this start link was used or replaced, or is older than 15 minutes; restart the store in a terminal for a new link, or use the first token',
    );
}
