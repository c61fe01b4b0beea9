import { cookies, headers } from 'next/headers';

/** Where the browser keeps the secret of a session. The API reads it under this name. */
export const sessionCookie = 'plant-store-session';

/** Gives the browser a session, in a cookie that no script can read and no other site can send along with a post. */
export async function keepSession({ secret, expiresAt }: { secret: string; expiresAt: Date }) {
  const isSecure = (await headers()).get('x-forwarded-proto') === 'https';
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const;
  (await cookies()).set(sessionCookie, secret, { ...options, expires: expiresAt });
}

export async function forgetSession() {
  (await cookies()).delete(sessionCookie);
}
