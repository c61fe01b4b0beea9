import type { Token } from '@plant-store/db';
import { isAllowed, type Scope, StoreError } from '@plant-store/schema';

/**
 * The caller's token, if it is good for what is asked.
 * @throws StoreError when nobody is known, or the token lacks the scope.
 */
export function permit(caller: Token | StoreError, scope?: Scope): Token {
  if (caller instanceof StoreError) throw caller;
  if (!scope || isAllowed(caller.scopes, scope)) return caller;
  throw new StoreError(
    'scopeMissing',
    `this needs the scope ${scope}; the token "${caller.name}" has ${caller.scopes.join(' and ')}`,
    { headers: { 'WWW-Authenticate': challenge(`error="insufficient_scope", scope="${scope}"`) } },
  );
}

/** The `WWW-Authenticate` header of RFC 6750, section 3. */
export const challenge = (parameters?: string): string =>
  `Bearer realm="plant-store"${parameters ? `, ${parameters}` : ''}`;

export const noToken = () =>
  new StoreError('noToken', 'a bearer token is needed; send it as "Authorization: Bearer <token>"', {
    headers: { 'WWW-Authenticate': challenge() },
  });
