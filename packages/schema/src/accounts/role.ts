import * as z from 'zod/mini';
import type { Scope } from './scope.ts';

/** The roles of people: an owner manages the store, a clerk manages plants, a viewer only reads. */
export const roles = ['owner', 'clerk', 'viewer'] as const;

export const Role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` });
export type Role = z.infer<typeof Role>;

export const roleScopes: Record<Role, Scope[]> = {
  owner: ['admin'],
  clerk: ['plants:read', 'plants:write', 'plants:delete', 'imports'],
  viewer: ['plants:read'],
};
