import { randomUUID } from 'node:crypto';
import {
  type AuthCondition,
  type AuthRow,
  authRecords,
  type Database,
  people,
  secretNamed,
} from '@plant-store/db';
import { passwordMaxLength, passwordMinLength, roleScopes, StoreError } from '@plant-store/schema';
import { invalidToken } from './access.ts';
import type { Caller } from './caller.ts';
import { guardSignIn, type SignInLimits } from './sign-in-guard.ts';

/** How long somebody stays signed in. */
const sessionSeconds = 30 * 24 * 60 * 60;

/** Where somebody signs in from. `network` is what limits know the address by. */
export type Place = { address: string; network: string; agent: string | undefined };

/** What a browser keeps of a session, in a cookie. */
type NewSession = { secret: string; expiresAt: Date };

/** How people show who they are. */
export type Auth = {
  /** What is stored of a password. */
  hashPassword(password: string): Promise<string>;
  /**
   * Begins a session. `login` is an e-mail address or a user name.
   * @throws StoreError `wrongPassword`, the same and as late where there is no such account; `deactivated`;
   * `tooManyRequests` after several that failed
   */
  signIn(login: string, password: string, place: Place): Promise<NewSession>;
  /** Whoever the secret of a session stands for; `undefined` when it has ended. */
  find(secret: string): Promise<Caller | undefined>;
  /** Ends the session. */
  signOut(secret: string): Promise<void>;
  /** Ends every session of the person whose session it is. */
  signOutEverywhere(secret: string): Promise<void>;
  /**
   * Gives the person another password, ends all their sessions and begins a new one.
   * @throws StoreError `invalidField` when the present password is another; `tooManyRequests` after several that were
   */
  changePassword(
    secret: string,
    passwords: { currentPassword: string; newPassword: string },
    who: { login: string; network: string },
  ): Promise<NewSession>;
};

/** Whether a string may be the secret of a person's session: what better-auth signs with what it signed it by. */
export const isPersonSecret = (secret: string): boolean => /^[A-Za-z0-9]{32}\.[\w+/=%-]{40,80}$/.test(secret);

/**
 * People by way of better-auth, which holds passwords and sessions to the present state of the art. It takes memory and
 * time to load, so that is left until somebody signs in.
 */
export function createAuth(db: Database, limits: SignInLimits): Auth {
  let loading: Promise<BetterAuth> | undefined;
  const load = () => {
    loading ??= loadBetterAuth(db);
    // One that failed is tried again by the next who asks.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    async hashPassword(password) {
      const { password: passwords } = await (await load()).$context;
      return passwords.hash(password);
    },

    async signIn(login, password, { address, network, agent = '' }) {
      const { api } = await load();
      const headers = new Headers({ 'x-forwarded-for': address, 'user-agent': agent.slice(0, 300) });
      const name = login.trim().normalize('NFC').toLowerCase();
      return guardSignIn(limits, { login: name, network }, async () => {
        try {
          const { headers: answered } = name.includes('@')
            ? await api.signInEmail({ body: { email: name, password }, headers, returnHeaders: true })
            : await api.signInUsername({ body: { username: name, password }, headers, returnHeaders: true });
          return newSession(answered);
        } catch (cause) {
          throw isRefusal(cause) ? wrongPassword(cause) : cause;
        }
      });
    },

    async find(secret) {
      const { api } = await load();
      const found = await api.getSession({ headers: bearerOf(secret) });
      const person = found && (await people.find(db, found.user.id));
      if (!person || person.deactivatedAt) return undefined;
      const { id, name, role, actorId } = person;
      const { expiresAt } = found.session;
      return {
        kind: 'person',
        id,
        name,
        role,
        actorId,
        scopes: roleScopes[role],
        expiresAt,
        revokedAt: null,
      };
    },

    async signOut(secret) {
      const { api } = await load();
      await api.signOut({ headers: bearerOf(secret) });
    },

    async signOutEverywhere(secret) {
      const { api } = await load();
      await api.revokeSessions({ headers: bearerOf(secret) });
    },

    async changePassword(secret, passwords, who) {
      const { api } = await load();
      return guardSignIn(limits, who, async () => {
        try {
          const { headers } = await api.changePassword({
            body: { ...passwords, revokeOtherSessions: true },
            headers: bearerOf(secret),
            returnHeaders: true,
          });
          return newSession(headers);
        } catch (cause) {
          throw isRefusal(cause) ? notChanged(cause) : cause;
        }
      });
    },
  };
}

type BetterAuth = Awaited<ReturnType<typeof loadBetterAuth>>;

async function loadBetterAuth(db: Database) {
  const [{ betterAuth }, { createAdapterFactory }, { username }, { bearer }, secret] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters'),
    import('better-auth/plugins/username'),
    import('better-auth/plugins/bearer'),
    secretNamed(db, 'sessions'),
  ]);
  return betterAuth({
    secret,
    // Nothing of it is served: its functions are called, so that they are no more reachable than this store's own are.
    baseURL: 'http://localhost',
    database: createAdapterFactory({
      config: { adapterId: 'plant-store', supportsNumericIds: false },
      adapter: () => adapterOf(db),
    }),
    user: { modelName: 'people', fields: { createdAt: 'created_at', updatedAt: 'updated_at' } },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'person_id',
        providerId: 'provider',
        accountId: 'account_id',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'person_sessions',
      fields: {
        token: 'hash',
        userId: 'person_id',
        ipAddress: 'address',
        userAgent: 'agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        expiresAt: 'expires_at',
      },
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }) => {
            const person = await people.find(db, userId);
            // The password was right: nobody else is told.
            if (person?.deactivatedAt) throw deactivated();
          },
          after: async ({ userId }) => people.signedIn(db, userId),
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: passwordMaxLength,
    },
    plugins: [
      // Accounts are made elsewhere, by rules that are the schema's.
      username({
        displayUsername: false,
        minUsernameLength: 1,
        maxUsernameLength: 254,
        usernameValidator: () => true,
        schema: { user: { fields: { username: 'user_name' } } },
      }),
      bearer({ requireSignature: true }),
    ],
    advanced: { database: { generateId: () => randomUUID() } },
    // What it would tell of a sign-in that failed is told in the answer.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
}

type Sought = { model: string; where?: AuthCondition[] };

/** better-auth's questions to a database, passed on. */
function adapterOf(db: Database) {
  const records = authRecords(db);
  return {
    create: async <T extends AuthRow>({ model, data }: { model: string; data: T }) => {
      await records.insert(model, data);
      return data;
    },
    findOne: async <T>({ model, where = [] }: Sought) =>
      first<T>(await records.select(model, where, { limit: 1 })),
    findMany: async <T>({
      model,
      where = [],
      ...page
    }: Sought & {
      limit: number;
      offset?: number | undefined;
      sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined;
    }) => (await records.select(model, where, page)) as T[],
    update: async <T>({ model, where = [], update }: Sought & { update: T }) =>
      first<T>(await records.update(model, where, update as AuthRow)),
    updateMany: async ({ model, where = [], update }: Sought & { update: AuthRow }) =>
      (await records.update(model, where, update)).length,
    delete: async ({ model, where = [] }: Sought) => void (await records.remove(model, where)),
    deleteMany: async ({ model, where = [] }: Sought) => (await records.remove(model, where)).length,
    count: ({ model, where = [] }: Sought) => records.count(model, where),
  };
}

const first = <T>(rows: AuthRow[]) => (rows[0] as T | undefined) ?? null;

const bearerOf = (secret: string) => new Headers({ authorization: `Bearer ${secret}` });

/** The session that an answer of better-auth begins. */
function newSession(headers: Headers): NewSession {
  const secret = headers.get('set-auth-token');
  if (!secret) throw new Error('better-auth began no session');
  return { secret, expiresAt: new Date(Date.now() + sessionSeconds * 1000) };
}

/** A refusal of better-auth's own; its other failures are ours. */
const isRefusal = (thrown: unknown): thrown is Error & { status: string } =>
  thrown instanceof Error &&
  thrown.name === 'APIError' &&
  ['UNAUTHORIZED', 'BAD_REQUEST', 'UNPROCESSABLE_ENTITY'].includes(
    String((thrown as { status?: unknown }).status),
  );

function notChanged(cause: { status: string }): StoreError {
  if (cause.status === 'UNAUTHORIZED')
    return invalidToken('belongs to a session that has ended; sign in again');
  const message = 'is not the password of this account; type the one you sign in with now';
  const problems = [{ pointer: '/currentPassword', message }];
  return new StoreError('invalidField', `currentPassword ${message}`, { cause, problems });
}

const wrongPassword = (cause: unknown) =>
  new StoreError(
    'wrongPassword',
    'the name or the password is not right; check both, or ask an owner of the store for a new password',
    { cause },
  );

const deactivated = () =>
  new StoreError('deactivated', 'this account is deactivated; ask an owner of the store to let you in again');
