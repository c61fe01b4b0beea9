import type { Role, Scope } from '@plant-store/schema';

/** The caller of a request: a token, or a signed-in person. */
export type Caller = {
  kind: 'token' | 'person';
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** The role of a person. */
  role?: Role;
  /** The names with which a person signs in. */
  login?: { email: string; userName?: string | undefined };
  /** The actor under which the caller's changes are recorded. */
  actorId: bigint;
  /** The end of the token or session. */
  expiresAt: Date | null;
  revokedAt: Date | null;
};
