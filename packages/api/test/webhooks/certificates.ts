import 'reflect-metadata';
import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' };
const dayMs = 24 * 60 * 60 * 1000;

type Certified = { key: string; cert: string };
type Authority = { certificate: X509Certificate; keys: Keys };
type Keys = Awaited<ReturnType<typeof makeKeys>>;

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

export async function makeAuthority(name: string): Promise<Authority> {
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
        names.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString('pem') };
}
