import type { FastifyRequest } from 'fastify';
import { isWrite } from '../../http/method.ts';

/** The scheme and host of a request; behind a trusted proxy, those that the proxy reports. */
export type Asked = Pick<FastifyRequest, 'host' | 'protocol'>;
type Sent = Asked & Pick<FastifyRequest, 'headers' | 'method'>;

/** The web's cookie for the secret of a session. */
const plainCookie = 'plant-store-session';
/** The cookie over TLS. No other host, and no page without TLS, can set a cookie of that name. */
const secureCookie = `__Host-${plainCookie}`;

/**
 * The session secret of a request from one of our own pages. A browser sends the cookie with requests of any page of
 * the same site, and names that page in Origin and Sec-Fetch-Site. Without TLS it sends no Sec-Fetch-Site. Then a page
 * of another site may send a GET, whose answer it cannot read; a write must have an Origin.
 */
export function sessionOf(request: Sent): string | undefined {
  if (!isFromOwnPage(request)) return undefined;
  const { headers, protocol } = request;
  const { cookie = '' } = headers;
  // Over TLS another program could have set the plain cookie.
  const secret =
    cookieNamed(cookie, secureCookie) ??
    (protocol === 'https' ? undefined : cookieNamed(cookie, plainCookie));
  return secret ? decoded(secret) : undefined;
}

function isFromOwnPage(request: Sent): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request)) return false;
  if (site === 'same-origin') return true;
  if (isWrite(request)) return site === undefined && origin !== undefined;
  // "none": a person typed the address.
  return site === undefined || site === 'none';
}

/**
 * The last cookie of that name, as in the web: another program of this host may have set an earlier one for a longer
 * path.
 */
export const cookieNamed = (cookie: string, name: string): string | undefined =>
  cookie
    .split(';')
    .map((pair) => pair.trim())
    .findLast((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The value that the web encoded for the cookie. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Whether an origin has the scheme and host of a request. */
export const isOwnOrigin = (origin: string, { protocol, host }: Asked): boolean => {
  const { protocol: scheme, host: name } = URL.parse(origin) ?? {};
  return scheme === `${protocol}:` && name === host;
};
