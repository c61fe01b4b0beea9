import type { FastifyRequest } from 'fastify';

/** `host` and `protocol` are what a proxy that is trusted says that it was asked for, or else what the request was sent to. */
type Sent = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>;

/** The cookie in which the web keeps the secret of a session. */
const plainCookie = 'plant-store-session';
/** The same where the web is served securely: no other host, nor a page without TLS, can set a cookie of that name. */
const secureCookie = `__Host-${plainCookie}`;

/**
 * The session's secret, if the request brings one and was made by a page of our own: a browser sends the cookie
 * along with what any page of the same site asks for, but tells whose page that is.
 */
export function sessionOf({ headers, host, protocol }: Sent): string | undefined {
  const { cookie = '', origin } = headers;
  if (origin !== undefined && !isSameHost(origin, host)) return undefined;
  // Over TLS the plain one may be another's work.
  const secret =
    cookieNamed(cookie, secureCookie) ??
    (protocol === 'https' ? undefined : cookieNamed(cookie, plainCookie));
  return secret ? decoded(secret) : undefined;
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

/**
 * The same for REST, where a page of any site can have a browser send what a form or a link holds. The browser says
 * that one of our own asks, or that a person typed the address (Sec-Fetch-Site). To a store without TLS it does not say
 * so: there a page of another site may ask for what it cannot read, and whatever writes must name its page (Origin).
 */
export function restSessionOf(request: Sent & { method: string }): string | undefined {
  const { method, headers } = request;
  const site = headers['sec-fetch-site'];
  const isRead = method === 'GET' || method === 'HEAD';
  const isOurs = site === undefined ? headers.origin !== undefined : site === 'same-origin';
  return isOurs || (isRead && (site ?? 'none') === 'none') ? sessionOf(request) : undefined;
}

/** Whether a page of this origin is one that the host serves. */
export const isSameHost = (origin: string, host: string) =>
  URL.canParse(origin) && new URL(origin).host === host;
