import { decoded } from '../../http/headers.ts';
import { type BrowserRequest, isFromOwnPage } from './cross-site.ts';

const plainCookie = 'plant-store-session';
/** The cookie over TLS. Only this host, over TLS, can set a cookie of that name. */
const secureCookie = `__Host-${plainCookie}`;

/** Only our own pages have a session, though browsers send the cookie with requests of all pages of the site. */
export function sessionOf(request: BrowserRequest): string | undefined {
  if (!isFromOwnPage(request)) return undefined;
  const { headers, protocol } = request;
  const { cookie = '' } = headers;
  // Over TLS another program could have set the plain cookie.
  const secret =
    cookieNamed(cookie, secureCookie) ??
    (protocol === 'https' ? undefined : cookieNamed(cookie, plainCookie));
  return secret ? decoded(secret) : undefined;
}

/** The last cookie of that name, as in the web: another program of this host may have set one for a longer path. */
export const cookieNamed = (cookie: string, name: string): string | undefined =>
  cookie
    .split(';')
    .map((pair) => pair.trim())
    .findLast((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
