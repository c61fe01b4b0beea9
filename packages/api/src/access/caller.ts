import type { Token } from '@plant-store/db';
import type { Role, Scope } from '@plant-store/schema';

/** Who asks: somebody with a token, or a person who is signed in. */
export type Caller = {
  kind: 'token' | 'person';
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** What a person is to the store. */
  role?: Role;
  /** What a person signs in by. */
  login?: { email: string; userName?: string | undefined };
  /** What their changes are recorded under. */
  actorId: bigint;
  /** When the token, or the session of the person, ends. */
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export const ofToken = (token: Token): Caller => ({ kind: 'token', ...token });
