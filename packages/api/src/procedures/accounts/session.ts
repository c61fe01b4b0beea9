import { people, sessions } from '@plant-store/db';
import { Password, Role, Scope, StoreError } from '@plant-store/schema';
import { z } from 'zod';
import type { Caller } from '../../auth/caller.ts';
import { AuthenticationResponse } from '../../auth/passkeys/passkey-input.ts';
import { noToken } from '../../auth/permission.ts';
import { initiatorOf } from '../base/idempotency.ts';
import { authenticatedProcedure, publicProcedure, router } from '../base/trpc.ts';

/** A session for the cookie of a browser. No script can read this cookie. */
const NewSession = z.object({ secret: z.string(), expiresAt: z.date() });

export const session = router({
  /** A session cannot begin another one: a script of the page could read the new secret and use it elsewhere. */
  start: authenticatedProcedure.output(NewSession).mutation(({ ctx }) => {
    const { session, caller, db } = ctx;
    if (session) throw noToken();
    return sessions.create(db, caller, ctx.source());
  }),

  /** Begins a session for a person. `login` is their e-mail address or their user name. */
  signIn: publicProcedure
    .input(z.object({ login: z.string(), password: z.string() }))
    .output(NewSession)
    .mutation(({ ctx, input }) => ctx.auth.signIn(input.login, input.password, ctx.signInSource())),

  /** The options with which a browser requests any passkey. The answer must come from the same browser. */
  startPasskey: publicProcedure.mutation(({ ctx }) => {
    const browser = ctx.browser();
    ctx.response.headers['set-cookie'] = browser.setCookie;
    return ctx.auth.passkeys.startSignIn(browser);
  }),

  signInByPasskey: publicProcedure
    .input(z.object({ ticket: z.string(), response: AuthenticationResponse }))
    .output(NewSession)
    .mutation(({ ctx, input }) => ctx.auth.passkeys.signIn(input, ctx.browser(), ctx.signInSource())),

  get: authenticatedProcedure
    .output(
      z.object({
        kind: z.enum(['token', 'person']),
        id: z.string(),
        name: z.string(),
        role: z.optional(Role),
        login: z.object({ email: z.string(), userName: z.string().optional() }).optional(),
        scopes: z.array(Scope),
        expiresAt: z.date().nullable(),
      }),
    )
    .query(({ ctx }) => ({ ...ctx.caller, scopes: [...ctx.caller.scopes] })),

  end: authenticatedProcedure.mutation(async ({ ctx }) => {
    const { session, caller, auth, db } = ctx;
    if (!session) return;
    await (caller.kind === 'person'
      ? auth.signOut(session, initiatorOf(ctx))
      : sessions.remove(db, session, initiatorOf(ctx))
    ).finally(ctx.forgetCallers);
  }),

  endAll: authenticatedProcedure.mutation(({ ctx }) =>
    people.endAllSessions(ctx.db, personOf(ctx), initiatorOf(ctx)).finally(ctx.forgetCallers),
  ),

  changePassword: authenticatedProcedure
    .input(z.object({ currentPassword: z.string(), newPassword: Password }))
    .output(NewSession)
    .mutation(({ ctx, input }) =>
      ctx.auth.changePassword(personOf(ctx), input, ctx.signInSource()).finally(ctx.forgetCallers),
    ),
});

/** The id of the signed-in person. @throws StoreError `badRequest` if the caller is no person */
export function personOf({ caller }: { caller: Caller }): string {
  if (caller.kind === 'person') return caller.id;
  throw new StoreError(
    'badRequest',
    'only a signed-in person can do this; end a token with "npm run token -- revoke"',
  );
}
