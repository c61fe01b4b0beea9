/** `tokens` lets its holder create and revoke tokens; `admin` includes every other scope. */
export const scopes = ['plants:read', 'plants:write', 'plants:delete', 'imports', 'tokens', 'admin'] as const;

type Scope = (typeof scopes)[number];

export const isAllowed = (held: readonly Scope[], needed: Scope): boolean =>
  held.includes(needed) || held.includes('admin');
