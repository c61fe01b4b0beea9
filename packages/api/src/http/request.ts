import { isIP } from 'node:net';
import { forwardedPrefix } from '@plant-store/http';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route needs no caller. */
    isPublic?: boolean;
  }
}

/** Whether a request may change data: all methods except GET and HEAD. */
export const isWrite = ({ method }: { method: string }): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * The path under which the caller reaches this server, such as the web's `/api`. A trusted proxy has removed this
 * prefix. Empty for a direct request.
 */
export function prefixOf(request: FastifyRequest): string {
  const sent = request.headers['x-forwarded-prefix'];
  if (sent === undefined) return '';
  // A second address exists only if a trusted proxy reported it.
  return (request.ips?.length ?? 0) > 1 ? forwardedPrefix(sent) : '';
}

const known = Symbol('network');
/** The network of the last request on a connection. Requests of many clients share the connection of a proxy. */
type Connection = { [known]?: { forwarded: string | string[] | undefined; network: string } };

/** The network of a request, for counting: its IPv4 address, or its /64 of IPv6, which has one customer. */
export function networkOf(request: FastifyRequest): string {
  const { headers, socket } = request.raw;
  const connection = socket as Connection;
  const forwarded = headers['x-forwarded-for'];
  const last = connection[known];
  if (last && last.forwarded === forwarded) return last.network;
  // A trusted proxy may send a text instead of an address, such as "unknown".
  const network = ofAddress(request.ip) ?? ofAddress(socket.remoteAddress) ?? 'unknown';
  connection[known] = { forwarded, network };
  return network;
}

function ofAddress(address = ''): string | undefined {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  const version = isIP(mapped);
  if (version === 4) return mapped;
  return version === 6 ? `${firstGroups(mapped)}::/64` : undefined;
}

/** The first four groups of an IPv6 address, with the zeros that `::` stands for. */
function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    // An IPv4 address at the end counts as two groups.
    const length = groups.length + after.length + (tail.includes('.') ? 1 : 0);
    groups.push(...Array<string>(8 - length).fill('0'), ...after);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
