import { z } from 'zod';

/** What a token may be allowed to do. `tokens` is to make and end tokens; `admin` includes every other scope. */
export const scopes = ['plants:read', 'plants:write', 'plants:delete', 'imports', 'tokens', 'admin'] as const;

export const Scope = z.enum(scopes);
export type Scope = z.infer<typeof Scope>;

/** Whether somebody with the scopes `held` may do what asks for `needed`. */
export const isAllowed = (held: readonly Scope[], needed: Scope): boolean =>
  held.includes(needed) || held.includes('admin');
