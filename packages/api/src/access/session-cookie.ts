import type { FastifyRequest } from 'fastify';
import { isWrite } from '../method.ts';

/** The scheme and the host that a request was sent to; a trusted proxy says which ones it was asked for. */
export type Asked = Pick<FastifyRequest, 'host' | 'protocol'>;
type Sent = Asked & Pick<FastifyRequest, 'headers' | 'method'>;

/** The cookie in which the web keeps the secret of a session. */
const plainCookie = 'plant-store-session';
/** The same where the web is served securely: no other host, nor a page without TLS, can set a cookie of that name. */
const secureCookie = `__Host-${plainCookie}`;

/**
 * The session's secret, if the request brings one and was made by a page of our own. A browser sends the cookie along
 * with what any page of the same site asks for, but tells whose page that is (Origin, Sec-Fetch-Site). To a store without
 * TLS it sends no Sec-Fetch-Site: there a page of another site may ask for what it cannot read, and a write must name
 * its page.
 */
export function sessionOf(request: Sent): string | undefined {
  if (!isFromOwnPage(request)) return undefined;
  const { headers, protocol } = request;
  const { cookie = '' } = headers;
  // Over TLS the plain one may be another's work.
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

/** The last of that name, as in the web: before it comes what another program of this host set for a longer path. */
export const cookieNamed = (cookie: string, name: string): string | undefined =>
  cookie
    .split(';')
    .map((pair) => pair.trim())
    .findLast((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The value as the web gave it to the browser, which has what is no part of a cookie's value encoded. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Whether an origin has the scheme and the host of a request. */
export const isOwnOrigin = (origin: string, { protocol, host }: Asked): boolean => {
  const { protocol: scheme, host: name } = URL.parse(origin) ?? {};
  return scheme === `${protocol}:` && name === host;
};
