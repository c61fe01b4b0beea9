import 'reflect-metadata';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { onTestFinished } from 'vitest';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' };
const dayMs = 24 * 60 * 60 * 1000;

type Certified = { key: string; cert: string };
type Authority = { certificate: X509Certificate; keys: Keys };
type Keys = Awaited<ReturnType<typeof makeKeys>>;

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function makeAuthority(name: string): Promise<Authority> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return { certificate, keys };
}

/**
 * A certificate of an authority, or a self-signed one.
 * @param days the beginning and the end of its validity, counted from now
 */
export async function certify(
  authority?: Authority,
  names: string[] = ['hooks.example', '127.0.0.1'],
  days: [number, number] = [-1, 1],
): Promise<Certified> {
  const keys = await makeKeys();
  const [notBefore, notAfter] = days.map((day) => new Date(Date.now() + day * dayMs));
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=A receiver',
    issuer: authority?.certificate.subject ?? 'CN=A receiver',
    publicKey: keys.publicKey,
    signingKey: (authority?.keys ?? keys).privateKey,
    signingAlgorithm,
    ...(notBefore && { notBefore }),
    ...(notAfter && { notAfter }),
    extensions: [
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })),
      ),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString('pem') };
}

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
