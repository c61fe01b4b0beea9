import { prefixIn } from '@plant-store/http';
import type { FastifyRequest } from 'fastify';

/**
 * The path under which the caller reaches this server, such as the web's `/api`: what a trusted proxy says that it has
 * removed from the address. Empty where the caller asks this server itself.
 */
export function prefixOf(request: FastifyRequest): string {
  const sent = request.headers['x-forwarded-prefix'];
  if (sent === undefined) return '';
  // There is a second address only where a trusted proxy has told it.
  return (request.ips?.length ?? 0) > 1 ? prefixIn(sent) : '';
}
