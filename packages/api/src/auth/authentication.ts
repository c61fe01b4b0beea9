import { type Database, isWellFormedToken, sessions, type Token, tokens } from '@plant-store/db';
import type { RateLimit } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import { limitUnknownTokens, type UnknownTokenLimit } from './bad-tokens.ts';
import type { Caller } from './caller.ts';
import { challenge, invalidToken, noToken } from './permission.ts';
import { type Auth, isPersonSecret } from './sign-in.ts';

/** The time for which a token's data may be reused: half of the second within which a revocation must take effect. */
const cacheMs = 500;
const cachedMax = 10_000;

type Identified = Caller | StoreError | Promise<Caller | StoreError>;

/** Identifies callers with at most two queries a second for a token, and none for a network beyond `badTokens`. */
export function createAuthentication(db: Database, auth: Auth, badTokens: RateLimit) {
  const caches = [newCache(), newCache()] as const;
  const bearerToken = cached(
    caches[0],
    isWellFormedToken,
    async (value) => callerOf(await tokens.find(db, value)),
    limitUnknownTokens(badTokens, 'token'),
  );
  const ofSession = cached(
    caches[1],
    (secret) => sessions.isWellFormed(secret) || isPersonSecret(secret),
    async (secret) =>
      isPersonSecret(secret) ? auth.find(secret) : callerOf(await sessions.find(db, secret)),
    limitUnknownTokens(badTokens, 'session'),
  );
  return {
    /** The caller of an `Authorization` header, or a StoreError. It rejects only if the store fails. */
    bearer(header: string | undefined, network: string): Identified {
      const value = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
      if (!value) return noToken();
      return assertInUse(bearerToken(value, network), () =>
        isWellFormedToken(value)
          ? 'is unknown to this store; ask its owner for a token'
          : 'is not a token of this store; check that you copied all of it',
      );
    },
    session: (secret: string, network: string) =>
      assertInUse(ofSession(secret, network), () => 'belongs to a session that has ended; sign in again'),
    /** Callers are read again, so that what this process ended is refused at once. Others notice it within a second. */
    forget() {
      for (const cache of caches) cache.clear();
    },
  };
}

type Found = Caller | StoreError | undefined;

const callerOf = (token: Token | undefined): Caller | undefined => token && { kind: 'token', ...token };

function assertInUse(caller: Found | Promise<Found>, whyUnknown: () => string): Identified {
  if (caller instanceof Promise) return caller.then((known) => assertInUse(known, whyUnknown));
  if (caller instanceof StoreError) return caller;
  if (!caller) return invalidToken(whyUnknown());
  return tokens.isActive(caller) ? caller : ended(caller);
}

type Cache = Map<string, { answer: Found | Promise<Found>; readAt: number }>;
const newCache = (): Cache => new Map();

function cached(
  cache: Cache,
  isWellFormed: (key: string) => boolean,
  read: (key: string) => Promise<Caller | undefined>,
  limit: UnknownTokenLimit,
): (key: string, network: string) => Found | Promise<Found> {
  return (key, network) => {
    const known = cache.get(key);
    if (known && performance.now() - known.readAt < cacheMs)
      return known.answer ?? limit.countUnknown(key, network);
    if (!isWellFormed(key)) return limit.countUnknown(key, network);
    evictExpired(cache);
    const readAt = performance.now();
    const answer = limit.lookUp(key, network, read);
    const entry: typeof known = { answer, readAt };
    cache.set(key, entry);
    answer.then(
      (caller) => {
        entry.answer = caller;
        if (caller instanceof StoreError) cache.delete(key);
      },
      // A failure is not cached: the next request reads again.
      () => cache.delete(key),
    );
    return answer;
  };
}

/** Drops expired entries, which come first; drops all entries if the cache would become too large. */
function evictExpired(cache: Map<string, { readAt: number }>) {
  if (cache.size >= cachedMax) cache.clear();
  for (const [key, { readAt }] of cache) {
    if (performance.now() - readAt < cacheMs) return;
    cache.delete(key);
  }
}

const ended = (caller: Caller) =>
  new StoreError(
    'endedToken',
    caller.kind === 'person'
      ? 'the session has ended; sign in again'
      : `the token "${caller.name}" ${tokens.endText(caller)}; ask for a new one`,
    { headers: { 'WWW-Authenticate': challenge('error="invalid_token"') } },
  );
