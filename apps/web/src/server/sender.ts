import type { IncomingMessage } from 'node:http';

/**
 * Adds to the headers of a request what the API and the pages are to know of who sent it: the address, behind those
 * that proxies before this one told. Which of them are believed is decided by the API alone (its TRUST_PROXY).
 */
export function noteSender({ headers, socket }: IncomingMessage) {
  const told = headers['x-forwarded-for'];
  const address = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = told ? `${told}, ${address}` : address;
  headers['x-forwarded-host'] ??= headers.host;
  headers['x-forwarded-proto'] ??= 'http';
}
