import type { Role, Scope } from '@plant-store/schema';

export type Caller = {
  kind: 'token' | 'person';
  id: string;
  name: string;
  scopes: readonly Scope[];
  role?: Role;
  login?: { email: string; userName?: string | undefined };
  actorId: bigint;
  expiresAt: Date | null;
  revokedAt: Date | null;
};
