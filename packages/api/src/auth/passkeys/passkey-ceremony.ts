import { isIP } from 'node:net';
import type { passkeys, StoredPasskey } from '@plant-store/db';
import { type PasskeyBackup, StoreError } from '@plant-store/schema';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isOwnOrigin, type RequestHost } from '../sessions/cross-site.ts';

/** The library needs 200 ms and 28 MB, so it is loaded at the first use of a passkey. */
const load = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256. Without this list the library tests for others, and Node prints a warning. */
const algorithms = [-8, -7, -257];

/** The options with which a browser creates a passkey; `held` are the person's other passkeys. */
export async function creationOptions(
  { host, challenge }: { host: string; challenge: string },
  person: { id: string; email: string; name: string },
  held: StoredPasskey[],
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: 'Plant store',
    rpID: rpIdOf(host),
    userID: handleOf(person.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: held.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The options with which a browser requests any passkey of its person. */
export async function requestOptions({ host, challenge }: { host: string; challenge: string }) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: rpIdOf(host),
    challenge: bytesOf(challenge),
    userVerification: 'required',
  });
}

/** The data to store of a new passkey. @throws an error with the reason if the browser's answer is invalid */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  { host, protocol, challenge }: RequestHost & { challenge: string },
): Promise<Omit<passkeys.NewPasskey, 'name'>> {
  const { decodeClientDataJSON, decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { origin } = decodeClientDataJSON(response.response.clientDataJSON);
  if (!isOwnOrigin(origin, { host, protocol }))
    throw new Error(`made at ${origin}, not at ${protocol}://${host}`);
  // Other formats were not requested. For some the library would connect to addresses in certificates.
  const format = decodeAttestationObject(bytesOf(response.response.attestationObject)).get('fmt');
  if (format !== 'none' && format !== 'packed') throw new Error(`attested in the format ${format}`);
  const { verifyRegistrationResponse } = await load();
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpIdOf(host),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!made) throw new Error('signed by another key');
  return {
    origin,
    credentialId: made.credential.id,
    publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: made.credential.transports ?? [],
    backup: backupOf(made),
  };
}

/** The result of using a passkey. @throws an error with the reason if the browser's answer is invalid */
export async function verifyAuthentication(
  response: AuthenticationResponseJSON,
  challenge: string,
  { publicKey, counter, credentialId, origin, personId }: StoredPasskey,
): Promise<{ counter: number; backup: PasskeyBackup }> {
  // Without a requested name, the user handle of the passkey identifies its person.
  if (response.response.userHandle !== Buffer.from(handleOf(personId)).toString('base64url'))
    throw new Error('made for somebody else');
  const { verifyAuthenticationResponse } = await load();
  const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    credential: { id: credentialId, publicKey: bytesOf(publicKey), counter },
    requireUserVerification: true,
  });
  if (!verified) throw new Error('signed by another key');
  return { counter: used.newCounter, backup: backupOf(used) };
}

function rpIdOf(host: string): string {
  const name = URL.parse(`http://${host}`)?.hostname;
  if (name && !isIP(name) && !name.startsWith('[')) return name;
  throw new StoreError(
    'badRequest',
    `passkeys need a host name, and ${JSON.stringify(host)} is an address; open the store by a name such as localhost`,
  );
}

/** The user handle of a person: an id that reveals nothing about the person. */
const handleOf = (id: string) => new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'));

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

type Kept = { credentialDeviceType: string; credentialBackedUp: boolean };

function backupOf({ credentialDeviceType, credentialBackedUp }: Kept): PasskeyBackup {
  if (credentialBackedUp) return 'done';
  return credentialDeviceType === 'multiDevice' ? 'possible' : 'none';
}
