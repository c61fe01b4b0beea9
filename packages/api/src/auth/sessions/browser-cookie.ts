import { randomBytes } from 'node:crypto';
import { StoreError } from '@plant-store/schema';
import type { FastifyRequest } from 'fastify';
import { isOwnOrigin, type RequestHost } from './cross-site.ts';
import { cookieNamed } from './session-cookie.ts';

export type Browser = RequestHost & { secret: string; setCookie: string };

/** The lifetime of the cookie: twice that of a challenge, as the browser may request another challenge later. */
const maxAgeSeconds = 600;

/** Finds or makes the browser's secret. @throws StoreError if a proxy changed host or scheme: no passkey would work */
export function passkeyBrowser({
  headers: { cookie = '', origin },
  host,
  protocol,
}: RequestHost & Pick<FastifyRequest, 'headers'>): Browser {
  if (origin !== undefined && !isOwnOrigin(origin, { host, protocol }))
    throw new StoreError(
      'badRequest',
      `the page is at ${JSON.stringify(origin)}, but its request came for ${protocol}://${host}; let the proxy before the store forward Host and X-Forwarded-Proto, as docs/deploy.md says`,
    );
  const isSecure = protocol === 'https';
  const name = `${isSecure ? '__Host-' : ''}plant-store-browser`;
  const sent = cookieNamed(cookie, name) ?? '';
  const secret = /^[\w-]{43}$/.test(sent) ? sent : randomBytes(32).toString('base64url');
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
  return { host, protocol, secret, setCookie: `${name}=${secret}; ${attributes}` };
}
