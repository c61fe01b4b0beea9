import { randomBytes } from 'node:crypto';
import { isUniqueViolation } from '../core/transaction.ts';
import type { Database } from '../engine-interface/database.ts';

/** A secret that all processes on the store share: 32 random bytes in base64url, made when first needed. */
export async function secretNamed({ prisma }: Database, name: string): Promise<string> {
  // If anybody has ever signed in, the store has this secret, also when it cannot be written now.
  const kept = await prisma.secret.findUnique({ where: { name } });
  if (kept) return kept.value;
  try {
    const value = randomBytes(32).toString('base64url');
    return (await prisma.secret.create({ data: { name, value } })).value;
  } catch (cause) {
    // Another process made the secret at the same moment.
    if (!isUniqueViolation(cause, 'Secret')) throw cause;
    return (await prisma.secret.findUniqueOrThrow({ where: { name } })).value;
  }
}
