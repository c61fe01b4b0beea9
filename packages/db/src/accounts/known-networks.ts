import { currentTime, days } from '@plant-store/engine';
import type { Prisma } from '../../generated/sqlite/client/client.ts';
import type { Transaction } from '../core/transaction.ts';
import type { Database } from '../handle/database.ts';
import { withLogin } from './person.ts';

const networkRetention = days(90);
const perPersonMax = 50;

/** The key of an account: its login in lower case, its person, or one of its passkeys. */
export type Account = { login: string } | { personId: string } | { credentialId: string };

/** Whether this network has had a sign-in to the account within 90 days. */
export async function isKnown(db: Database, account: Account, network: string): Promise<boolean> {
  const signedInAt = { gt: (await currentTime(db)) - networkRetention };
  const where = { person: personOf(account), network, signedInAt };
  return (await db.prisma.knownNetwork.findFirst({ where })) !== null;
}

function personOf(account: Account): Prisma.PersonWhereInput {
  if ('personId' in account) return { id: account.personId };
  if ('credentialId' in account) return { passkeys: { some: { credentialId: account.credentialId } } };
  return withLogin(account.login);
}

/** Remembers the network of a sign-in, within a transaction that has locked the person. */
export async function remember(
  tx: Transaction,
  personId: string,
  network: string,
  signedInAt: bigint,
): Promise<void> {
  await tx.knownNetwork.upsert({
    where: { personId_network: { personId, network } },
    create: { personId, network, signedInAt },
    update: { signedInAt },
  });
  const older = await tx.knownNetwork.findMany({
    where: { personId },
    orderBy: [{ signedInAt: 'desc' }, { network: 'asc' }],
    skip: perPersonMax,
  });
  if (older.length > 0)
    await tx.knownNetwork.deleteMany({
      where: { personId, network: { in: older.map((one) => one.network) } },
    });
}

export const removeNetworks = (tx: Transaction, personId: string) =>
  tx.knownNetwork.deleteMany({ where: { personId } });

export async function purge(db: Database, limit: number): Promise<number> {
  const signedInAt = { lte: (await currentTime(db)) - networkRetention };
  return (await db.prisma.knownNetwork.deleteMany({ where: { signedInAt }, limit })).count;
}
