/** What a token may be allowed to do. `tokens` is to manage access tokens; `admin` includes every other scope. */
export const scopes = ['plants:read', 'plants:write', 'plants:delete', 'imports', 'tokens', 'admin'] as const;

type Scope = (typeof scopes)[number];

/** Whether somebody with the scopes `held` may do what asks for `needed`. */
export const isAllowed = (held: readonly Scope[], needed: Scope): boolean =>
  held.includes(needed) || held.includes('admin');
