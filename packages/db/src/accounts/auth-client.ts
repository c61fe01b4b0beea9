import { dateOf, timestampOf } from '@plant-store/engine';
import type { Database } from '../handle/database.ts';
import { hashOf } from '../tokens/secrets.ts';

/** For better-auth: it wants times as dates. The store keeps only a token's SHA-256: a stolen copy gives no access. */
export function authClient({ prisma }: Database) {
  const translation = { $allOperations: translateCall };
  return prisma.$extends({
    query: { person: translation, credential: translation, personSession: translation },
  });
}

type Call = { args: unknown; query: (args: never) => Promise<unknown> };

async function translateCall({ args, query }: Call): Promise<unknown> {
  const tokens = new Map<string, string>();
  const hashed = (token: string) => {
    const hash = hashOf(token);
    tokens.set(hash, token);
    return hash;
  };
  return fromStoredValue(await query(toStoredValue(args, hashed) as never), tokens);
}

function toStoredValue(value: unknown, hashed: (token: string) => string, isToken = false): unknown {
  if (value instanceof Date) return timestampOf(value);
  if (typeof value === 'string') return isToken ? hashed(value) : value;
  if (Array.isArray(value)) return value.map((one) => toStoredValue(one, hashed, isToken));
  return mapObject(value, (one, key) => toStoredValue(one, hashed, isToken || key === 'hash'));
}

function fromStoredValue(value: unknown, tokens: Map<string, string>): unknown {
  if (typeof value === 'bigint') return dateOf(value);
  if (Array.isArray(value)) return value.map((one) => fromStoredValue(one, tokens));
  return mapObject(value, (one, key) =>
    key === 'hash' ? tokens.get(String(one)) : fromStoredValue(one, tokens),
  );
}

function mapObject(value: unknown, map: (value: unknown, key: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, map(one, key)]));
}
