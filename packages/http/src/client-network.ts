import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { connectionOf } from './connections/connection.ts';

/**
 * The client's IPv4 address, or its /64 of IPv6, which has one customer; "unknown" without an address.
 * @param addressOf asked once for each X-Forwarded-For, as many clients share the connection of a proxy
 */
export function clientNetwork(
  { headers, socket }: IncomingMessage,
  addressOf: () => string | undefined = () => socket.remoteAddress,
): string {
  const connection = connectionOf(socket);
  const forwarded = headers['x-forwarded-for'];
  const last = connection.client;
  if (last && last.forwarded === forwarded) return last.network;
  // A trusted proxy may send a text instead of an address, such as "unknown".
  const network = ofAddress(addressOf()) ?? ofAddress(socket.remoteAddress) ?? 'unknown';
  connection.client = { forwarded, network };
  return network;
}

function ofAddress(address = ''): string | undefined {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  const version = isIP(mapped);
  if (version === 4) return mapped;
  return version === 6 ? `${firstGroups(mapped)}::/64` : undefined;
}

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
