import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The address at which the browser opened the store, as the headers of proxies report it, and `Host` otherwise. */
export function browserAddress(headers: IncomingHttpHeaders): { scheme: string; host: string } {
  const scheme = firstIn(headers['x-forwarded-proto'])?.toLowerCase() === 'https' ? 'https' : 'http';
  const host = firstIn(headers['x-forwarded-host']) ?? headers.host ?? '';
  // As in Origin: in lower case, and without the usual port, which many proxies add.
  return { scheme, host: URL.parse(`${scheme}://${host}`)?.host ?? host };
}

/**
 * Adds the sender's address to the headers of a request, after the addresses of earlier proxies. The API decides which
 * addresses it trusts (TRUST_PROXY). Host and scheme are those of the browser, in one spelling for Next and the API.
 */
export function addForwardedHeaders({ headers, socket }: IncomingMessage) {
  const forwarded = headers['x-forwarded-for'];
  const address = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = forwarded ? `${forwarded}, ${address}` : address;
  const { scheme, host } = browserAddress(headers);
  if (host !== '') headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = scheme;
}

/** The first of several values is about the browser; each proxy adds its own at the end. */
const firstIn = (header: string | string[] | undefined) => [header].flat()[0]?.split(',')[0]?.trim();
