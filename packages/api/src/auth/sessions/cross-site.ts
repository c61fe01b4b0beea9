import type { FastifyRequest } from 'fastify';
import { isWrite } from '../../http/request.ts';

export type RequestHost = Pick<FastifyRequest, 'host' | 'protocol'>;
export type BrowserRequest = RequestHost & Pick<FastifyRequest, 'headers' | 'method'>;

/**
 * Whether a page of this store sent the request. Without TLS there is no Sec-Fetch-Site, so a write needs an Origin.
 * A GET needs none, as another site cannot read its answer.
 */
export function isFromOwnPage(request: BrowserRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request)) return false;
  if (site === 'same-origin') return true;
  if (isWrite(request)) return site === undefined && origin !== undefined;
  // "none": a person typed the address.
  return site === undefined || site === 'none';
}

export const isOwnOrigin = (origin: string, { protocol, host }: RequestHost): boolean => {
  const { protocol: scheme, host: name } = URL.parse(origin) ?? {};
  return scheme === `${protocol}:` && name === host;
};
