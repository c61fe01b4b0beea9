import type { Database } from '../database.ts';
import { dateOf, stampOf } from '../engine/stamp.ts';
import { hashOf } from './token-format.ts';

/**
 * Prisma Client as better-auth's adapter calls it: with times as dates, and the token of a session where the store keeps
 * its SHA-256 alone. A copy of the store lets nobody in. A token comes back only to a call that gave it.
 */
export function authClient({ prisma }: Database) {
  const translating = { $allOperations: translated };
  return prisma.$extends({
    query: { person: translating, credential: translating, personSession: translating },
  });
}

type Call = { args: unknown; query: (args: never) => Promise<unknown> };

async function translated({ args, query }: Call): Promise<unknown> {
  const tokens = new Map<string, string>();
  const hashed = (token: string) => {
    const hash = hashOf(token);
    tokens.set(hash, token);
    return hash;
  };
  return presented(await query(stored(args, hashed) as never), tokens);
}

/** Arguments as the store has them. */
function stored(value: unknown, hashed: (token: string) => string, isToken = false): unknown {
  if (value instanceof Date) return stampOf(value);
  if (typeof value === 'string') return isToken ? hashed(value) : value;
  if (Array.isArray(value)) return value.map((one) => stored(one, hashed, isToken));
  return mapped(value, (one, key) => stored(one, hashed, isToken || key === 'hash'));
}

/** Rows, or what else a call gives, as better-auth has them. */
function presented(value: unknown, tokens: Map<string, string>): unknown {
  if (typeof value === 'bigint') return dateOf(value);
  if (Array.isArray(value)) return value.map((one) => presented(one, tokens));
  return mapped(value, (one, key) => (key === 'hash' ? tokens.get(String(one)) : presented(one, tokens)));
}

function mapped(value: unknown, map: (value: unknown, key: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, map(one, key)]));
}
