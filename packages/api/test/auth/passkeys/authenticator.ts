import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type CreationOptions = { challenge: string; rp: { id?: string | undefined }; user: { id: string } };
type RequestOptions = { challenge: string; rpId?: string | undefined };

/** Values that the authenticator reports wrongly. */
export type Lies = {
  origin?: string;
  rpId?: string | undefined;
  isUserVerified?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
  format?: string;
};

const present = 0x01;
const verified = 0x04;
const withCredential = 0x40;

/**
 * An authenticator (Web Authentication) with its browser on pages of `origin`.
 */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let owner = '';
  let uses = 0;

  const clientData = (type: string, { challenge }: { challenge: string }, lies: Lies) =>
    Buffer.from(
      JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }),
    );
  const authenticatorData = (rpId = '', lies: Lies, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? uses);
    const userVerified = lies.isUserVerified === false ? 0 : verified;
    const flags = present | userVerified | (credential.length > 0 ? withCredential : 0);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags), count, credential]);
  };

  return {
    id: id.toString('base64url'),

    /** Creates its only passkey. */
    make(options: CreationOptions, lies: Lies = {}) {
      owner = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // EC2, ES256, P-256, and the point (RFC 9053, section 7.1.1).
      const key = cbor(new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]])); // biome-ignore format: pairs
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = new Map<string, unknown>([
        ['fmt', lies.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(options.rp.id, lies, credential)],
      ]);
      return {
        ...credentialOf(id),
        response: {
          clientDataJSON: clientData('webauthn.create', options, lies).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Signs in with the passkey. */
    use(options: RequestOptions, lies: Lies = {}) {
      uses++;
      const client = clientData('webauthn.get', options, lies);
      const data = authenticatorData(options.rpId, lies);
      return {
        ...credentialOf(id),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: lies.userHandle ?? owner,
        },
      };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const bytes = (text: string) => Buffer.from(text, 'base64url');
const credentialOf = (id: Buffer) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key' as const,
});

/** The part of CBOR that a passkey needs (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...(value as Map<unknown, unknown>)].flat();
  return Buffer.concat([head(5, pairs.length / 2), ...pairs.map(cbor)]);
}

function head(major: number, count: number): Buffer {
  return count < 24 ? Buffer.of((major << 5) | count) : Buffer.of((major << 5) | 24, count);
}
