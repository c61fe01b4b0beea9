import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { certify, makeAuthority } from '@plant-store/api/testing/certificates';

export type Receiver = {
  url: string;
  /** Resolves when the next plant arrives. */
  next(): Promise<void>;
  close(): void;
};

/** Makes receivers of webhooks on this machine. `env` is for the server that calls them. */
export async function createReceivers(folder: string) {
  const authority = await makeAuthority('The bench');
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority.certificate.toString('pem'));
  const certified = await certify(authority, ['127.0.0.1']);

  /** @param isHanging it never answers */
  async function start(isHanging = false): Promise<Receiver> {
    let arrived = Promise.withResolvers<void>();
    const server = createServer(certified, (request, response) => {
      request.resume();
      arrived.resolve();
      arrived = Promise.withResolvers();
      if (!isHanging) response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return {
      url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/plants`,
      next: () => arrived.promise,
      close() {
        server.closeAllConnections();
        server.close();
      },
    };
  }

  return { start, env: { NODE_EXTRA_CA_CERTS: file, WEBHOOK_ALLOW: '127.0.0.1' } };
}

export type Receivers = Awaited<ReturnType<typeof createReceivers>>;
