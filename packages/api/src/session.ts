import { sessions } from '@plant-store/db';
import { Scope } from '@plant-store/schema';
import { z } from 'zod';
import { noToken } from './access.ts';
import { known, router } from './trpc.ts';

/** The web's sessions: a token, shown once, is exchanged for a secret that only a cookie holds. */
export const session = router({
  /**
   * Begins a session for the token that the request was sent with; a session begins no other, or a script of the page
   * could read the secret of one, and go on with it elsewhere.
   */
  start: known.output(z.object({ secret: z.string(), expiresAt: z.date() })).mutation(({ ctx }) => {
    if (ctx.session) throw noToken();
    return sessions.create(ctx.db, ctx.token);
  }),

  /** Who is signed in. */
  get: known
    .output(z.object({ name: z.string(), scopes: z.array(Scope), expiresAt: z.date().nullable() }))
    .query(({ ctx }) => ctx.token),

  /** Ends the session that the request came with. */
  end: known.mutation(async ({ ctx }) => {
    if (ctx.session) await sessions.remove(ctx.db, ctx.session);
  }),
});
