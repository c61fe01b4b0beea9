import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Asked, cookieNamed } from './session-cookie.ts';

type Sent = Asked & Pick<FastifyRequest, 'headers'>;

/**
 * A browser in which a passkey is made or used: the scheme and host that it asks, with its port, which is where its page
 * is from; a secret that it alone has; and the header that leaves that there.
 */
export type Browser = Asked & { secret: string; setCookie: string };

/** For as long as a challenge may be answered, and one more that was asked for meanwhile. */
const maxAgeSeconds = 600;

/** The browser that asks, by the cookie that it sends, or else by one that it is to have; which is not known elsewhere. */
export function browserOf({ headers: { cookie = '' }, host, protocol }: Sent): Browser {
  const isSecure = protocol === 'https';
  const name = `${isSecure ? '__Host-' : ''}plant-store-browser`;
  const sent = cookieNamed(cookie, name) ?? '';
  const secret = /^[\w-]{43}$/.test(sent) ? sent : randomBytes(32).toString('base64url');
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
  return { host, protocol, secret, setCookie: `${name}=${secret}; ${attributes}` };
}
