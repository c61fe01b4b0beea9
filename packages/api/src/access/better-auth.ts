import { randomUUID } from 'node:crypto';
import { authClient, type Database, people, secretNamed } from '@plant-store/db';
import { passwordMaxLength, passwordMinLength, StoreError } from '@plant-store/schema';
import { z } from 'zod';

/** How long somebody stays signed in. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/** How passwords are hashed and compared with their hashes. */
export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
};

export type BetterAuth = Awaited<ReturnType<typeof loadBetterAuth>>;

/**
 * better-auth on the store's tables, with no more of it than is called: none of its routes is served. It hashes passwords
 * with scrypt, unless `hashing` is given.
 */
export async function loadBetterAuth(db: Database, hashing?: PasswordHashing) {
  const [
    { betterAuth },
    { prismaAdapter },
    { createAuthEndpoint },
    { setSessionCookie },
    { username },
    { bearer },
    secret,
  ] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters/prisma'),
    import('better-auth/api'),
    import('better-auth/cookies'),
    import('better-auth/plugins/username'),
    import('better-auth/plugins/bearer'),
    secretNamed(db, 'sessions'),
  ]);
  // A session for whoever has shown otherwise who they are, which is up to who calls it.
  const beginSession = createAuthEndpoint(
    { method: 'POST', body: z.object({ personId: z.string() }) },
    async (ctx) => {
      const { internalAdapter } = ctx.context;
      const user = await internalAdapter.findUserById(ctx.body.personId);
      if (!user) throw new Error('nobody has that id');
      const session = await internalAdapter.createSession(user.id);
      await setSessionCookie(ctx, { session, user });
    },
  );
  return betterAuth({
    secret,
    // Nothing of it is served: its functions are called, so that they are no more reachable than this store's own are.
    baseURL: 'http://localhost',
    database: prismaAdapter(authClient(db), { provider: db.engine }),
    // By the names of the models of Prisma, where they are others than better-auth's own.
    user: { modelName: 'person' },
    account: { modelName: 'credential', fields: { userId: 'personId', providerId: 'provider' } },
    session: {
      modelName: 'personSession',
      fields: { token: 'hash', userId: 'personId', ipAddress: 'address', userAgent: 'agent' },
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }) => {
            const person = await people.find(db, userId);
            // The password or the passkey was right: nobody else is told.
            if (person?.deactivatedAt) throw deactivated();
          },
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordMinLength,
      // It counts what characters beyond U+FFFF take twice.
      maxPasswordLength: passwordMaxLength * 2,
      ...(hashing && { password: hashing }),
    },
    plugins: [
      // Accounts are made elsewhere, by rules that are the schema's.
      username({
        displayUsername: false,
        minUsernameLength: 1,
        maxUsernameLength: 254,
        usernameValidator: () => true,
        schema: { user: { fields: { username: 'userName' } } },
      }),
      bearer({ requireSignature: true }),
      { id: 'plant-store', endpoints: { beginSession } },
    ],
    // The models lack the columns of features that are not used, such as accounts of other services.
    advanced: { database: { generateId: () => randomUUID(), validateSchema: false } },
    // What it would tell of a sign-in that failed is told in the answer.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
}

const deactivated = () =>
  new StoreError('deactivated', 'this account is deactivated; ask an owner of the store to let you in again');
