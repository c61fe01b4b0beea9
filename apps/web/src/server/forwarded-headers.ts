import type { IncomingMessage } from 'node:http';

/**
 * Adds the sender's address to the headers of a request, after the addresses of earlier proxies. The API decides which
 * addresses it trusts (TRUST_PROXY).
 */
export function addForwardedHeaders({ headers, socket }: IncomingMessage) {
  const forwarded = headers['x-forwarded-for'];
  const address = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = forwarded ? `${forwarded}, ${address}` : address;
  headers['x-forwarded-host'] ??= headers.host;
  headers['x-forwarded-proto'] ??= 'http';
}
