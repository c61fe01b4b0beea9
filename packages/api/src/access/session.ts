import { people, sessions } from '@plant-store/db';
import { Password, Role, Scope, StoreError } from '@plant-store/schema';
import { z } from 'zod';
import { known, open, router } from '../trpc.ts';
import { by } from '../writing.ts';
import type { Caller } from './caller.ts';
import { UsedPasskey } from './passkey-input.ts';
import { noToken } from './permit.ts';

/** What a browser is to keep of a session, in a cookie that no script can read. */
const NewSession = z.object({ secret: z.string(), expiresAt: z.date() });

/** The web's sessions, of who holds a token and of people; each is a secret that only a cookie holds. */
export const session = router({
  /**
   * Begins a session for the token that the request was sent with; a session begins no other, or a script of the page
   * could read the secret of one, and go on with it elsewhere.
   */
  start: known.output(NewSession).mutation(({ ctx }) => {
    const { session, caller, db } = ctx;
    if (session) throw noToken();
    return sessions.create(db, caller, ctx.origin());
  }),

  /** Begins a session for a person. `login` is their e-mail address or their user name. */
  signIn: open
    .input(z.object({ login: z.string(), password: z.string() }))
    .output(NewSession)
    .mutation(({ ctx, input }) => ctx.auth.signIn(input.login, input.password, ctx.place())),

  /** What the browser is to ask of a passkey, whoever's it is; the answer counts from this browser alone. */
  startPasskey: open.mutation(({ ctx }) => {
    const browser = ctx.browser();
    ctx.answer.headers['set-cookie'] = browser.setCookie;
    return ctx.auth.passkeys.startSignIn(browser);
  }),

  /** Begins a session for the person of a passkey, which has answered what `startPasskey` gave. */
  signInByPasskey: open
    .input(z.object({ ticket: z.string(), response: UsedPasskey }))
    .output(NewSession)
    .mutation(({ ctx, input }) => ctx.auth.passkeys.signIn(input, ctx.browser(), ctx.place())),

  /** Who is signed in. */
  get: known
    .output(
      z.object({
        kind: z.enum(['token', 'person']),
        id: z.string(),
        name: z.string(),
        role: Role.optional(),
        login: z.object({ email: z.string(), userName: z.string().optional() }).optional(),
        scopes: z.array(Scope),
        expiresAt: z.date().nullable(),
      }),
    )
    .query(({ ctx }) => ({ ...ctx.caller, scopes: [...ctx.caller.scopes] })),

  /** Ends the session that the request came with. */
  end: known.mutation(async ({ ctx }) => {
    const { session, caller, auth, db } = ctx;
    if (!session) return;
    await (caller.kind === 'person' ? auth.signOut(session, by(ctx)) : sessions.remove(db, session, by(ctx)));
  }),

  /** Ends every session of the person who is signed in, in this browser and in all others. */
  endAll: known.mutation(({ ctx }) => people.endAllSessions(ctx.db, personOf(ctx), by(ctx))),

  /** Gives the person who is signed in another password, ends all their sessions, and begins a new one. */
  changePassword: known
    .input(z.object({ currentPassword: z.string(), newPassword: Password }))
    .output(NewSession)
    .mutation(({ ctx, input }) => ctx.auth.changePassword(personOf(ctx), input, ctx.place())),
});

/** The id of the person who is signed in. @throws StoreError `badRequest` when it is none */
export function personOf({ caller }: { caller: Caller }): string {
  if (caller.kind === 'person') return caller.id;
  throw new StoreError(
    'badRequest',
    'this is for a person who is signed in with a password; a token is ended with "npm run token -- revoke"',
  );
}
