import * as z from 'zod';
import type { Scope } from './scope.ts';

/** What a person is to the store: an owner runs it, a clerk keeps its plants, a viewer looks. */
export const roles = ['owner', 'clerk', 'viewer'] as const;

export const Role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` });
export type Role = z.infer<typeof Role>;

/** What a person in each role may do. */
export const roleScopes: Record<Role, Scope[]> = {
  owner: ['admin'],
  clerk: ['plants:read', 'plants:write', 'plants:delete', 'imports'],
  viewer: ['plants:read'],
};
