import type { FastifyRequest } from 'fastify';
import { isWrite } from '../../http/request.ts';

/** The scheme and host of a request; behind a trusted proxy, those that the proxy reports. */
export type RequestHost = Pick<FastifyRequest, 'host' | 'protocol'>;
export type BrowserRequest = RequestHost & Pick<FastifyRequest, 'headers' | 'method'>;

/**
 * Whether a request comes from one of our own pages, not from a page or form of another site. A browser names the page
 * in Origin and Sec-Fetch-Site. Without TLS it sends no Sec-Fetch-Site. Then a page of another site may send a GET,
 * whose answer it cannot read; a write must have an Origin.
 */
export function isFromOwnPage(request: BrowserRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request)) return false;
  if (site === 'same-origin') return true;
  if (isWrite(request)) return site === undefined && origin !== undefined;
  // "none": a person typed the address.
  return site === undefined || site === 'none';
}

/** Whether an origin has the scheme and host of a request. */
export const isOwnOrigin = (origin: string, { protocol, host }: RequestHost): boolean => {
  const { protocol: scheme, host: name } = URL.parse(origin) ?? {};
  return scheme === `${protocol}:` && name === host;
};
