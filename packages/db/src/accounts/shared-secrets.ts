import { randomBytes } from 'node:crypto';
import { isUniqueViolation } from '../core/transaction.ts';
import type { Database } from '../handle/database.ts';

/** A secret of all processes on the store: 32 random bytes in base64url, made at the first use. */
export async function secretNamed({ prisma }: Database, name: string): Promise<string> {
  // After the first sign-in a store has this secret, even if the store is read-only now.
  const kept = await prisma.secret.findUnique({ where: { name } });
  if (kept) return kept.value;
  try {
    const value = randomBytes(32).toString('base64url');
    return (await prisma.secret.create({ data: { name, value } })).value;
  } catch (cause) {
    // Another process has made the secret at the same moment.
    if (!isUniqueViolation(cause, 'Secret')) throw cause;
    return (await prisma.secret.findUniqueOrThrow({ where: { name } })).value;
  }
}
