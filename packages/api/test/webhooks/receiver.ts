import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import { certify, makeAuthority } from './certificates.ts';

export const knownAuthority = await makeAuthority('An authority that this process knows');
export const unknownAuthority = await makeAuthority('An unknown authority');

setDefaultCACertificates([...getCACertificates('default'), knownAuthority.certificate.toString('pem')]);

const valid = await certify(knownAuthority);

/** A receiver on all addresses of this machine, with the connections and requests that it got. */
export async function startReceiver(answer: RequestListener, certified = valid) {
  const server = createServer(certified, (request, response) => {
    seen.requests += 1;
    answer(request, response);
  });
  const seen = { connections: 0, requests: 0 };
  server.on('connection', () => {
    seen.connections += 1;
  });
  // A refused certificate ends a connection early.
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '0.0.0.0'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, seen, url: `https://hooks.example:${port}/plants` };
}
