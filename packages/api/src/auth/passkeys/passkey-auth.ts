import {
  type Database,
  type Initiator,
  passkeys,
  people,
  type StoredPasskey,
  secretNamed,
} from '@plant-store/db';
import { type Passkey, StoreError } from '@plant-store/schema';
import { loadOnce } from '../../core/load-once.ts';
import type { SignInGuard, SignInSource, WithPassword } from '../passwords/sign-in-guard.ts';
import type { NewSession } from '../sessions/better-auth.ts';
import type { Browser } from '../sessions/browser-cookie.ts';
import { isOwnOrigin, type RequestHost } from '../sessions/cross-site.ts';
import {
  creationOptions,
  requestOptions,
  verifyAuthentication,
  verifyRegistration,
} from './passkey-ceremony.ts';
import type { AuthenticationResponse, RegistrationResponse } from './passkey-input.ts';
import { passkeyTickets } from './passkey-ticket.ts';

type Registrant = { id: string; session: string };

type Registration = { ticket: string; name: string; response: RegistrationResponse };

type SignInBrowser = Omit<Browser, 'setCookie'>;

type Parts = {
  guard: SignInGuard;
  withPassword: WithPassword;
  /** Begins a session for the person of a passkey; `undefined` if the passkey was removed meanwhile. */
  begin(
    passkey: Pick<StoredPasskey, 'id' | 'personId'>,
    signInSource: SignInSource,
  ): Promise<NewSession | undefined>;
};

/** Passkeys with SimpleWebAuthn. A challenge is valid once, for one purpose, host and browser, within five minutes. */
export function createPasskeyAuth(db: Database, { guard, begin, withPassword }: Parts) {
  const key = loadOnce(() => secretNamed(db, 'passkeys'));
  const tickets = async () => passkeyTickets(await key());
  // The purpose contains the hash of the password, so a change of the password ends the challenge.
  const toAdd = (host: string, { id, session }: Registrant, hash: string) => ['add', host, id, session, hash];
  const toSignIn = ({ host, secret }: SignInBrowser) => ['sign in', host, secret];

  return {
    /** A passkey gives permanent access. @throws StoreError `invalidField` for a wrong password; `tooManyRequests` */
    startAdding: (
      { currentPassword, ...who }: Registrant & { currentPassword: string },
      host: string,
      signInSource: SignInSource,
    ) =>
      withPassword(who.id, currentPassword, signInSource, async (person, hash) => {
        const { challenge, ticket } = (await tickets()).make(toAdd(host, who, hash));
        const options = await creationOptions({ host, challenge }, person, await passkeys.list(db, who.id));
        return { ticket, options };
      }),

    /** Adds the new passkey. @throws StoreError `badRequest` if the answer is invalid or too late */
    async add(
      { ticket, name, response, ...who }: Registrant & Registration,
      { host, protocol }: RequestHost,
      by: Initiator,
    ): Promise<Passkey> {
      const person = await people.find(db, who.id);
      const passwordHash = person && (await people.passwordHashFor(db, person.email));
      if (passwordHash === undefined) throw notAdded();
      const answered = (await tickets()).read(ticket, toAdd(host, who, passwordHash));
      if (!answered) throw notAdded();
      const expected = { host, protocol, challenge: answered.challenge };
      const made = await verifyRegistration(response, expected).catch((cause) => {
        throw notAdded(cause);
      });
      const added = await passkeys.add(db, who.id, { ...made, name }, { passwordHash, answered }, by);
      if (!added) throw notAdded();
      return passkeys.toPublicPasskey(added);
    },

    /** The options with which a browser requests a passkey. The answer must come with the browser's secret. */
    async startSignIn(browser: SignInBrowser) {
      const { challenge, ticket } = (await tickets()).make(toSignIn(browser));
      return { ticket, options: await requestOptions({ host: browser.host, challenge }) };
    },

    /** @throws StoreError `wrongPasskey` for any fault; `deactivated`; `tooManyRequests` after several failures */
    signIn(
      { ticket, response }: { ticket: string; response: AuthenticationResponse },
      browser: SignInBrowser,
      signInSource: SignInSource,
    ): Promise<NewSession> {
      const account = { credentialId: response.id };
      return guard({ login: `passkey ${response.id}`, network: signInSource.network, account }, async () => {
        const answered = (await tickets()).read(ticket, toSignIn(browser));
        const passkey = await passkeys.find(db, response.id);
        if (!answered || !passkey || !isOwnOrigin(passkey.origin, browser)) throw wrongPasskey();
        const use = await verifyAuthentication(response, answered.challenge, passkey).catch((cause) => {
          throw wrongPasskey(cause);
        });
        if (!(await passkeys.recordUse(db, passkey.id, { ...use, answered }))) throw wrongPasskey();
        const session = await begin(passkey, signInSource);
        if (!session) throw wrongPasskey();
        return session;
      });
    },
  };
}

const wrongPasskey = (cause?: unknown) =>
  new StoreError('wrongPasskey', 'this passkey is not valid here; try again, or sign in with your password', {
    cause,
  });

const notAdded = (cause?: unknown) =>
  new StoreError(
    'badRequest',
    'the passkey was not added: it took too long, or your device did not verify you; try again',
    { cause },
  );
