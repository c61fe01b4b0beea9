import type { Role, Scope } from '@plant-store/schema';

/** The caller of a request: a token, or a signed-in person. */
export type Caller = {
  kind: 'token' | 'person';
  id: string;
  name: string;
  scopes: readonly Scope[];
  role?: Role;
  login?: { email: string; userName?: string | undefined };
  /** The actor under which the caller's changes are recorded. */
  actorId: bigint;
  expiresAt: Date | null;
  revokedAt: Date | null;
};
