import type { Person } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/plain';
import type { Doer } from '../audit/event.ts';
import { recordWithin } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { currentTime } from '../engine/stamp.ts';
import type { Transaction } from '../engine/transaction.ts';
import { hasActiveOwner, inTurn } from './owners.ts';
import { addPerson, calledOf, type NewAccount, orTaken, outside } from './person.ts';

/** Resolves to true if the store has an owner who may sign in. */
export const hasOwner = ({ prisma }: Database): Promise<boolean> => hasActiveOwner(prisma);

/**
 * Creates the account of the first owner.
 * @param also is done within the same transaction, once no other owner can come first; what it throws undoes all
 * @throws StoreError `badRequest` when the store has an owner already, who invites others; `invalidField` when the e-mail
 * address or the user name is somebody's
 */
export async function createOwner(
  db: Database,
  account: NewAccount,
  by: Doer = {},
  also?: (tx: Transaction) => Promise<void>,
): Promise<Person> {
  const createdAt = await currentTime(db);
  const added = db.transaction(async (tx) => {
    await inTurn(db, tx);
    if (await hasActiveOwner(tx))
      throw new StoreError('badRequest', 'the store has an owner already; ask them for an invitation');
    await also?.(tx);
    const person = await addPerson(tx, { ...account, role: 'owner', createdAt });
    // The holder of a start link is no actor before the account exists.
    const doer = { actorId: person.actorId, ...by };
    await recordWithin(db.engine, tx, {
      action: 'people.createOwner',
      subject: calledOf(account),
      by: doer,
    });
    return outside(person);
  });
  return orTaken(db, account, added);
}
