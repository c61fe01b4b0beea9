import { randomUUID } from 'node:crypto';
import { authClient, type Database, people, secretNamed } from '@plant-store/db';
import { passwordMaxLength, passwordMinLength, StoreError } from '@plant-store/schema';
import { z } from 'zod';

const sessionSeconds = 30 * 24 * 60 * 60;

export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
};

export type BetterAuth = Awaited<ReturnType<typeof loadBetterAuth>>;

/** better-auth on the store's tables, without its routes. It hashes passwords with scrypt unless `hashing` is given. */
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
  // Begins a session without a password; the caller has checked another proof.
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
    // better-auth serves no route, so this address is never used.
    baseURL: 'http://localhost',
    database: prismaAdapter(authClient(db), { provider: db.engine }),
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
            // The password or the passkey was correct, so the error may say that the account is deactivated.
            if (person?.deactivatedAt) throw deactivated();
          },
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordMinLength,
      // better-auth counts a character above U+FFFF as two.
      maxPasswordLength: passwordMaxLength * 2,
      ...(hashing && { password: hashing }),
    },
    plugins: [
      // The schema has checked the user name, and accounts are created elsewhere.
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
    // The models have no columns of unused features, such as accounts of other services.
    advanced: { database: { generateId: () => randomUUID(), validateSchema: false } },
    // The answer reports a failed sign-in; better-auth would log it again.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
}

const deactivated = () =>
  new StoreError('deactivated', 'this account is deactivated; ask an owner of the store to reactivate it');

export type NewSession = { secret: string; expiresAt: Date };

/** The part of a session secret that identifies the session; the rest is better-auth's signature. */
export const tokenOf = (secret: string): string => secret.split('.')[0] ?? '';

/** The session in an answer of better-auth. */
export function newSession(headers: Headers): NewSession {
  const secret = headers.get('set-auth-token');
  if (!secret) throw new Error('better-auth began no session');
  return { secret, expiresAt: new Date(Date.now() + sessionSeconds * 1000) };
}
