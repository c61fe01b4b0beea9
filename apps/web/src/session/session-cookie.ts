import { cookies, headers } from 'next/headers';

/** The browser's cookie for the secret of a session. The API reads it under this name. */
const plainCookie = 'plant-store-session';
/** The cookie over TLS: no other host, and no page without TLS, can set a cookie of that name. */
const secureCookie = `__Host-${plainCookie}`;

/** Gives the browser a session, in a cookie that no script can read and no other site can send along with a post. */
export async function setSessionCookie({ secret, expiresAt }: { secret: string; expiresAt: Date }) {
  const secure = await isSecure();
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  (await cookies()).set(secure ? secureCookie : plainCookie, secret, { ...options, expires: expiresAt });
}

/** The cookie of the browser's session, as it sent it; `undefined` when it has none. */
export async function sessionCookie(): Promise<string | undefined> {
  const name = (await isSecure()) ? secureCookie : plainCookie;
  const secret = (await cookies()).get(name)?.value;
  return secret && `${name}=${encodeURIComponent(secret)}`;
}

export async function clearSessionCookie() {
  const jar = await cookies();
  // A browser takes a change of such a cookie only with all that belongs to it.
  if (await isSecure()) jar.set(secureCookie, '', { path: '/', secure: true, httpOnly: true, maxAge: 0 });
  jar.delete(plainCookie);
}

/** Whether the browser uses TLS, according to the proxy before the store. */
const isSecure = async () => /^https\b/.test((await headers()).get('x-forwarded-proto') ?? '');
