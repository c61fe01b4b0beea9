import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Asked } from './cross-site.ts';
import { cookieNamed } from './session-cookie.ts';

type Sent = Asked & Pick<FastifyRequest, 'headers'>;

/**
 * A browser that creates or uses a passkey: the scheme and host of its page, with the port; the browser's own secret;
 * and the header that stores the secret in the browser.
 */
export type Browser = Asked & { secret: string; setCookie: string };

/** The lifetime of the cookie: twice that of a challenge, as the browser may request another challenge later. */
const maxAgeSeconds = 600;

/** The browser of a request, by its cookie. A browser without the cookie gets a new one. */
export function browserOf({ headers: { cookie = '' }, host, protocol }: Sent): Browser {
  const isSecure = protocol === 'https';
  const name = `${isSecure ? '__Host-' : ''}plant-store-browser`;
  const sent = cookieNamed(cookie, name) ?? '';
  const secret = /^[\w-]{43}$/.test(sent) ? sent : randomBytes(32).toString('base64url');
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
  return { host, protocol, secret, setCookie: `${name}=${secret}; ${attributes}` };
}
