import { type Database, isWellFormedToken, sessions, type Token, tokens } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import { challenge, noToken } from './access.ts';

/** How long what was read of a token is believed: half of the second within which revoking must bite. */
const believedMs = 500;
const rememberedMax = 10_000;

export type Authentication = {
  /** The token in an `Authorization` header; a StoreError tells why there is none. Fails only when the store does. */
  bearer(header: string | undefined): Promise<Token | StoreError>;
  /** The token behind the secret of a session. */
  session(secret: string): Promise<Token | StoreError>;
};

/** Knows callers by what they send, with at most two looks at the database a second for each. */
export function createAuthentication(db: Database): Authentication {
  const bearerToken = remembered((value: string) => tokens.find(db, value));
  const sessionToken = remembered((secret: string) => sessions.find(db, secret));
  return {
    async bearer(header) {
      const value = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
      if (!value) return noToken();
      if (!isWellFormedToken(value))
        return invalid('is not a token of this store; check that it was copied whole');
      return inUse(await bearerToken(value), 'is not known to this store; ask its owner for a token');
    },
    async session(secret) {
      const token = sessions.isWellFormed(secret) ? await sessionToken(secret) : undefined;
      return inUse(token, 'belongs to a session that has ended; sign in again');
    },
  };
}

function inUse(token: Token | undefined, whyUnknown: string): Token | StoreError {
  if (!token) return invalid(whyUnknown);
  return tokens.isInUse(token) ? token : ended(token);
}

function remembered<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const memory = new Map<string, { answer: Promise<T>; readAt: number }>();
  return (key) => {
    const known = memory.get(key);
    if (known && performance.now() - known.readAt < believedMs) return known.answer;
    forget(memory);
    const answer = read(key);
    memory.set(key, { answer, readAt: performance.now() });
    // A failure is not an answer: the next request asks again.
    answer.catch(() => memory.delete(key));
    return answer;
  };
}

/** Drops what is believed no longer, which stands first; and everything rather than to grow without end. */
function forget(memory: Map<string, { readAt: number }>) {
  if (memory.size >= rememberedMax) memory.clear();
  for (const [key, { readAt }] of memory) {
    if (performance.now() - readAt < believedMs) return;
    memory.delete(key);
  }
}

const invalid = (why: string) =>
  new StoreError('invalidToken', `the bearer token ${why}`, {
    headers: { 'WWW-Authenticate': challenge('error="invalid_token"') },
  });

const ended = ({ name, revokedAt, expiresAt }: Token) =>
  new StoreError(
    'endedToken',
    `the token "${name}" ${revokedAt ? `was revoked on ${revokedAt.toISOString()}` : `expired on ${expiresAt?.toISOString()}`}; ask for a new one`,
    { headers: { 'WWW-Authenticate': challenge('error="invalid_token"') } },
  );
