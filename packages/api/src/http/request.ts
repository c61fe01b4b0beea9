import { clientNetwork, forwardedPrefix } from '@plant-store/http';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    isPublic?: boolean;
  }
}

/** Whether a request may change data: all methods except GET and HEAD. */
export const isWrite = ({ method }: { method: string }): boolean => method !== 'GET' && method !== 'HEAD';

/** The path under which the caller reaches this server, such as the web's `/api`; a trusted proxy has removed it. */
export function prefixOf(request: FastifyRequest): string {
  const sent = request.headers['x-forwarded-prefix'];
  if (sent === undefined) return '';
  // A second address exists only if a trusted proxy reported it.
  return (request.ips?.length ?? 0) > 1 ? forwardedPrefix(sent) : '';
}

/** The network from which a request counts against limits; see `clientNetwork`. */
export const clientNetworkOf = (request: FastifyRequest): string =>
  clientNetwork(request.raw, () => request.ip);
