import { cookies, headers } from 'next/headers';

/** The name of the cookie with the secret of a session. The API reads the same name. */
const plainCookie = 'plant-store-session';
/** The name of the cookie over TLS. Only this host, over TLS, can set a cookie with this prefix. */
const secureCookie = `__Host-${plainCookie}`;

/** Sets the session's cookie. No script can read it, and browsers do not send it with posts of other sites. */
export async function setSessionCookie({ secret, expiresAt }: { secret: string; expiresAt: Date }) {
  const secure = await isSecure();
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  (await cookies()).set(secure ? secureCookie : plainCookie, secret, { ...options, expires: expiresAt });
}

export async function sessionCookie(): Promise<string | undefined> {
  const name = (await isSecure()) ? secureCookie : plainCookie;
  const secret = (await cookies()).get(name)?.value;
  return secret && `${name}=${encodeURIComponent(secret)}`;
}

export async function clearSessionCookie() {
  const jar = await cookies();
  // A browser deletes a `__Host-` cookie only if the deletion has all attributes of the cookie.
  if (await isSecure()) jar.set(secureCookie, '', { path: '/', secure: true, httpOnly: true, maxAge: 0 });
  jar.delete(plainCookie);
}

/** True if the browser uses TLS, according to the proxy before the store. */
const isSecure = async () => /^https\b/.test((await headers()).get('x-forwarded-proto') ?? '');
