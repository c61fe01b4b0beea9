import { isAllowed, type Scope, StoreError } from '@plant-store/schema';
import type { Caller } from './caller.ts';

export type Authorization = {
  caller: Caller | StoreError;
  granted?: { caller: Caller; scope: Scope | undefined };
};

/** Called before and after the body. @throws StoreError `noToken`, `invalidToken`, `endedToken` or `scopeMissing` */
export function authorize(request: Authorization, scope?: Scope): Caller {
  const { caller, granted } = request;
  if (granted?.caller === caller && granted.scope === scope) return granted.caller;
  if (caller instanceof StoreError) throw caller;
  if (!scope || isAllowed(caller.scopes, scope)) {
    request.granted = { caller, scope };
    return caller;
  }
  throw new StoreError('scopeMissing', `the scope ${scope} is required; ${described(caller)}`, {
    headers: { 'WWW-Authenticate': challenge(`error="insufficient_scope", scope="${scope}"`) },
  });
}

const described = ({ kind, name, role, scopes }: Caller) =>
  kind === 'token' ? `the token "${name}" has ${scopes.join(' and ')}` : `${name} is a ${role} here`;

/** The `WWW-Authenticate` header of RFC 6750, section 3. */
export const challenge = (parameters?: string): string =>
  `Bearer realm="plant-store"${parameters ? `, ${parameters}` : ''}`;

export const noToken = () =>
  new StoreError('noToken', 'a bearer token is required; send it as "Authorization: Bearer <token>"', {
    headers: { 'WWW-Authenticate': challenge() },
  });

export const invalidToken = (why: string) =>
  new StoreError('invalidToken', `the bearer token ${why}`, {
    headers: { 'WWW-Authenticate': challenge('error="invalid_token"') },
  });
