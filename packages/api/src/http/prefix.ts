import { forwardedPrefix } from '@plant-store/http';
import type { FastifyRequest } from 'fastify';

/**
 * The path under which the caller reaches this server, such as the web's `/api`: the prefix that a trusted proxy has
 * removed. Empty for a direct request.
 */
export function prefixOf(request: FastifyRequest): string {
  const sent = request.headers['x-forwarded-prefix'];
  if (sent === undefined) return '';
  // There is a second address only if a trusted proxy reported it.
  return (request.ips?.length ?? 0) > 1 ? forwardedPrefix(sent) : '';
}
