import { isAllowed, type Scope, StoreError } from '@plant-store/schema';
import type { Caller } from './caller.ts';

/** Asserts that the caller is known and has the scope. @throws StoreError `unauthorized` or `scopeMissing` */
export function authorize(caller: Caller | StoreError, scope?: Scope): Caller {
  if (caller instanceof StoreError) throw caller;
  if (!scope || isAllowed(caller.scopes, scope)) return caller;
  throw new StoreError('scopeMissing', `this needs the scope ${scope}; ${described(caller)}`, {
    headers: { 'WWW-Authenticate': challenge(`error="insufficient_scope", scope="${scope}"`) },
  });
}

const described = ({ kind, name, role, scopes }: Caller) =>
  kind === 'token' ? `the token "${name}" has ${scopes.join(' and ')}` : `${name} is a ${role} here`;

/** The `WWW-Authenticate` header of RFC 6750, section 3. */
export const challenge = (parameters?: string): string =>
  `Bearer realm="plant-store"${parameters ? `, ${parameters}` : ''}`;

export const noToken = () =>
  new StoreError('noToken', 'a bearer token is needed; send it as "Authorization: Bearer <token>"', {
    headers: { 'WWW-Authenticate': challenge() },
  });

export const invalidToken = (why: string) =>
  new StoreError('invalidToken', `the bearer token ${why}`, {
    headers: { 'WWW-Authenticate': challenge('error="invalid_token"') },
  });
