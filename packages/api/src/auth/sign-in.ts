import { type Database, type KnownInitiator, people } from '@plant-store/db';
import { type ErrorCode, invalidField, roleScopes, StoreError } from '@plant-store/schema';
import { loadOnce } from '../core/load-once.ts';
import type { SignInLimits } from '../limits/rate-limit-settings.ts';
import type { Caller } from './caller.ts';
import { createPasskeyAuth } from './passkeys/passkey-auth.ts';
import { assertHardToGuess, type Whose } from './passwords/guessable-password.ts';
import { createSignInGuard, type SignInSource, type WithPassword } from './passwords/sign-in-guard.ts';
import type { RefusalLog } from './refusals.ts';
import {
  type BetterAuth,
  loadBetterAuth,
  type NewSession,
  newSession,
  type PasswordHashing,
  tokenOf,
} from './sessions/better-auth.ts';

export type Auth = ReturnType<typeof createAuth>;

type Passwords = { currentPassword: string; newPassword: string };

/** Whether a string has the form of a person's session secret: better-auth's token and its signature. */
export const isPersonSecret = (secret: string): boolean => /^[A-Za-z0-9]{32}\.[\w+/=%-]{40,80}$/.test(secret);

/** Signs people in with better-auth. It is loaded at the first sign-in, as it costs memory and time. */
export function createAuth(
  db: Database,
  limits: SignInLimits,
  refusals: RefusalLog,
  hashing?: PasswordHashing,
) {
  const load = loadOnce(() => loadBetterAuth(db, hashing));
  const guard = createSignInGuard(limits, (...known) => people.isKnownNetwork(db, ...known));

  /** Begins a session with `start`; `undefined` if the proof is no longer valid then: the session would outlive it. */
  async function begin(
    proof: people.Proof,
    signInSource: SignInSource,
    start: (api: BetterAuth['api'], headers: Headers) => Promise<{ headers: Headers }>,
  ): Promise<NewSession | undefined> {
    const { api } = await load();
    const { address, agent = '' } = signInSource;
    const headers = new Headers({ 'x-forwarded-for': address, 'user-agent': agent.slice(0, 300) });
    const session = newSession((await start(api, headers)).headers);
    const signIn = { proof, source: signInSource, network: signInSource.network };
    return (await people.recordSignIn(db, tokenOf(session.secret), signIn)) ? session : undefined;
  }

  async function beginByPassword(
    login: string,
    password: string,
    signInSource: SignInSource,
  ): Promise<NewSession> {
    // better-auth refuses an unknown login in the same time as a wrong password.
    const hash = (await people.passwordHashFor(db, login)) ?? '';
    const session = await begin({ method: 'password', hash }, signInSource, (api, headers) =>
      (login.includes('@')
        ? api.signInEmail({ body: { email: login, password }, headers, returnHeaders: true })
        : api.signInUsername({ body: { username: login, password }, headers, returnHeaders: true })
      ).catch(asWrongPassword),
    );
    if (!session) throw wrongPassword();
    return session;
  }

  const withPassword: WithPassword = (id, password, signInSource, act) =>
    guard({ login: id, network: signInSource.network, account: { personId: id } }, async () => {
      const { password: passwords } = await (await load()).$context;
      const person = await people.find(db, id);
      const hash = person && (await people.passwordHashFor(db, person.email));
      const isRight = hash !== undefined && (await passwords.verify({ hash, password }));
      if (person && !isRight) refusals.addSignIn(person.email, signInSource);
      if (!person || !isRight) throw notPresent();
      return act(person, hash);
    });

  async function hashChosen(password: string, whose: Whose, field: 'password' | 'newPassword') {
    await assertHardToGuess(password, whose, field);
    const { password: passwords } = await (await load()).$context;
    return passwords.hash(password);
  }

  return {
    /** The hash of a new password. @throws StoreError `invalidField` for a password that is easy to guess */
    hashChosenPassword: (password: string, whose: Whose) => hashChosen(password, whose, 'password'),

    /** For attempts that hash a password or reveal an account. @throws StoreError `tooManyRequests` for this `key` */
    guarded: <Result>(key: string, { network }: SignInSource, attempt: () => Promise<Result>) =>
      guard({ login: key, network }, attempt),

    /** @throws StoreError `wrongPassword`, no sooner for an unknown account; `deactivated`; `tooManyRequests` */
    signIn(login: string, password: string, signInSource: SignInSource): Promise<NewSession> {
      const name = login.trim().normalize('NFC').toLowerCase();
      // Names have no control characters, some of which PostgreSQL refuses in text.
      const hasControls = /\p{Cc}/u.test(name);
      const account = hasControls ? {} : { account: { login: name } };
      return guard({ login: name, network: signInSource.network, ...account }, async () => {
        if (hasControls) throw wrongPassword();
        return beginByPassword(name, password, signInSource);
      }).catch((cause) => {
        if (isRefused(cause)) refusals.addSignIn(hasControls ? '' : name, signInSource);
        throw cause;
      });
    },

    /** The caller of a session; `undefined` for an ended session. */
    async find(secret: string): Promise<Caller | undefined> {
      const { api } = await load();
      const headers = new Headers({ authorization: `Bearer ${secret}` });
      const signedIn = await api.getSession({ headers }).catch(asItsCause);
      const person = signedIn && (await people.find(db, signedIn.user.id));
      if (!person || person.deactivatedAt) return undefined;
      const { id, name, role, actorId, email, userName } = person;
      const { expiresAt } = signedIn.session;
      const scopes = roleScopes[role];
      const login = { email, userName };
      return { kind: 'person', id, name, role, login, actorId, scopes, expiresAt, revokedAt: null };
    },

    /** Ends the session; it may have ended already. */
    signOut: (secret: string, by: KnownInitiator) => people.endSession(db, tokenOf(secret), by),

    /** Ends all other sessions. @throws StoreError `invalidField` for either password; `tooManyRequests` */
    async changePassword(
      id: string,
      { currentPassword, newPassword }: Passwords,
      signInSource: SignInSource,
    ) {
      const email = await withPassword(id, currentPassword, signInSource, async (person, from) => {
        const to = await hashChosen(newPassword, person, 'newPassword');
        if (!(await people.changePassword(db, person, { from, to }, signInSource))) throw notPresent();
        return person.email;
      });
      return beginByPassword(email, newPassword, signInSource);
    },

    passkeys: createPasskeyAuth(db, {
      guard,
      withPassword,
      begin: ({ id, personId }, signInSource) =>
        begin({ method: 'passkey', id }, signInSource, (api, headers) =>
          api.beginSession({ body: { personId }, headers, returnHeaders: true }),
        ).catch(async (cause) => {
          const person = isRefused(cause) && (await people.find(db, personId));
          if (person) refusals.addSignIn(person.email, signInSource);
          throw cause;
        }),
    }),
  };
}

/** The refusals that the audit log records as failed sign-ins. */
const refused = new Set<ErrorCode>(['wrongPassword', 'deactivated']);
const isRefused = (cause: unknown) => cause instanceof StoreError && refused.has(cause.code);

function asItsCause(thrown: unknown): never {
  throw thrown instanceof Error && thrown.cause instanceof StoreError ? thrown.cause : thrown;
}

function asWrongPassword(thrown: unknown): never {
  const { name, status } = thrown as { name?: unknown; status?: unknown };
  const isRefusal = ['UNAUTHORIZED', 'BAD_REQUEST', 'UNPROCESSABLE_ENTITY'].includes(String(status));
  throw name === 'APIError' && isRefusal ? wrongPassword(thrown) : thrown;
}

const wrongPassword = (cause?: unknown) =>
  new StoreError(
    'wrongPassword',
    'wrong user name, e-mail address or password; ask an owner of the store for a reset link if you forgot it',
    { cause },
  );

const notPresent = () =>
  invalidField('currentPassword', 'is not your current password; enter the password you sign in with');
