import type { Person } from '@plant-store/schema';
import type { Database } from '../handle/database.ts';
import { type StoredPerson, toPublicPerson, toStoredPerson } from './person.ts';

export { type Account, isKnown as isKnownNetwork } from './known-networks.ts';
export { createOwner, deactivate, hasOwner, reactivate, setRole } from './owners.ts';
export { changePassword, passwordHashFor } from './passwords.ts';
export type { StoredPerson } from './person.ts';
export {
  endAllSessions,
  endSession,
  type Proof,
  recordRefusal,
  recordSignIn,
} from './person-sessions.ts';

/** All people, deactivated ones too, oldest account first. */
export async function list({ prisma }: Database): Promise<Person[]> {
  const rows = await prisma.person.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return rows.map((row) => toPublicPerson(toStoredPerson(row)));
}

export async function find({ prisma }: Database, id: string): Promise<StoredPerson | undefined> {
  const row = await prisma.person.findUnique({ where: { id } });
  return row ? toStoredPerson(row) : undefined;
}
