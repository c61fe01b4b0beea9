import { type Database, isWellFormedToken, sessions, type Token, tokens } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { Limit } from '../limits/rate-limit.ts';
import { guardTokens, type TokenGuard } from './bad-tokens.ts';
import { type Caller, ofToken } from './caller.ts';
import { challenge, invalidToken, noToken } from './permission.ts';
import { type Auth, isPersonSecret } from './sign-in.ts';

/** How long the data of a token may be reused: half of the second within which a revocation must take effect. */
const believedMs = 500;
const rememberedMax = 10_000;

/** The caller, or the error for an unknown one: at once if cached, else after a query. */
type Identified = Caller | StoreError | Promise<Caller | StoreError>;

export type Authentication = {
  /** The caller of an `Authorization` header, or a StoreError. It rejects only if the store fails. */
  bearer(header: string | undefined, network: string): Identified;
  /** The caller of a session. */
  session(secret: string, network: string): Identified;
};

/**
 * Identifies callers with at most two queries a second for each token. A network that exceeds `badTokens` gets a
 * StoreError without a query.
 */
export function createAuthentication(db: Database, auth: Auth, badTokens: Limit): Authentication {
  const bearerToken = remembered(
    isWellFormedToken,
    async (value) => known(await tokens.find(db, value)),
    guardTokens(badTokens, 'token'),
  );
  const ofSession = remembered(
    (secret) => sessions.isWellFormed(secret) || isPersonSecret(secret),
    async (secret) => (isPersonSecret(secret) ? auth.find(secret) : known(await sessions.find(db, secret))),
    guardTokens(badTokens, 'session'),
  );
  return {
    bearer(header, network) {
      const value = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
      if (!value) return noToken();
      return inUse(bearerToken(value, network), () =>
        isWellFormedToken(value)
          ? 'is not known to this store; ask its owner for a token'
          : 'is not a token of this store; check that it was copied whole',
      );
    },
    session: (secret, network) =>
      inUse(ofSession(secret, network), () => 'belongs to a session that has ended; sign in again'),
  };
}

/** The caller that a query found; a StoreError if no query was made. */
type Found = Caller | StoreError | undefined;

const known = (token: Token | undefined): Caller | undefined => token && ofToken(token);

function inUse(caller: Found | Promise<Found>, whyUnknown: () => string): Identified {
  if (caller instanceof Promise) return caller.then((found) => inUse(found, whyUnknown));
  if (caller instanceof StoreError) return caller;
  if (!caller) return invalidToken(whyUnknown());
  return tokens.isActive(caller) ? caller : ended(caller);
}

/** Caches the results of `read` for a moment; it is called only if the value `isWellFormed`. */
function remembered(
  isWellFormed: (key: string) => boolean,
  read: (key: string) => Promise<Caller | undefined>,
  guard: TokenGuard<Caller>,
): (key: string, network: string) => Found | Promise<Found> {
  const memory = new Map<string, { answer: Found | Promise<Found>; readAt: number }>();
  return (key, network) => {
    const known = memory.get(key);
    if (known && performance.now() - known.readAt < believedMs)
      return known.answer ?? guard.bad(key, network);
    if (!isWellFormed(key)) return guard.bad(key, network);
    forget(memory);
    const readAt = performance.now();
    const answer = guard.look(key, network, read);
    const entry: typeof known = { answer, readAt };
    memory.set(key, entry);
    answer.then(
      (found) => {
        entry.answer = found;
        if (found instanceof StoreError) memory.delete(key);
      },
      // A failure is not cached: the next request reads again.
      () => memory.delete(key),
    );
    return answer;
  };
}

/** Drops expired entries, which come first; drops all entries if the cache would become too large. */
function forget(memory: Map<string, { readAt: number }>) {
  if (memory.size >= rememberedMax) memory.clear();
  for (const [key, { readAt }] of memory) {
    if (performance.now() - readAt < believedMs) return;
    memory.delete(key);
  }
}

const ended = ({ kind, name, revokedAt, expiresAt }: Caller) =>
  new StoreError(
    'endedToken',
    kind === 'person'
      ? 'the session has ended; sign in again'
      : `the token "${name}" ${revokedAt ? `was revoked on ${revokedAt.toISOString()}` : `expired on ${expiresAt?.toISOString()}`}; ask for a new one`,
    { headers: { 'WWW-Authenticate': challenge('error="invalid_token"') } },
  );
