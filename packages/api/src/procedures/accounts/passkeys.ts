import { passkeys as store } from '@plant-store/db';
import { Passkey, PasskeyName } from '@plant-store/schema';
import { z } from 'zod';
import type { Caller } from '../../auth/caller.ts';
import { RegistrationResponse } from '../../auth/passkeys/passkey-input.ts';
import { tokenOf } from '../../auth/sessions/better-auth.ts';
import { initiatorOf } from '../base/idempotency.ts';
import { authenticatedProcedure, router } from '../base/trpc.ts';
import { personOf } from './session.ts';

const Id = z.object({ id: z.uuid({ error: 'must be the id of a passkey' }) });

export const passkeys = router({
  list: authenticatedProcedure
    .output(z.array(Passkey))
    .query(async ({ ctx }) => (await store.list(ctx.db, personOf(ctx))).map(store.toPublicPasskey)),

  startAdding: authenticatedProcedure
    .input(z.object({ currentPassword: z.string() }))
    .mutation(({ ctx, input }) =>
      ctx.auth.passkeys.startAdding({ ...registrant(ctx), ...input }, ctx.browser().host, ctx.signInSource()),
    ),

  add: authenticatedProcedure
    .input(z.object({ ticket: z.string(), name: PasskeyName, response: RegistrationResponse }))
    .output(Passkey)
    .mutation(({ ctx, input }) =>
      ctx.auth.passkeys.add({ ...registrant(ctx), ...input }, ctx.browser(), initiatorOf(ctx)),
    ),

  /** Removes a passkey, and ends all sessions except this one. */
  remove: authenticatedProcedure
    .input(Id)
    .mutation(({ ctx, input }) =>
      store
        .remove(
          ctx.db,
          { personId: personOf(ctx), id: input.id },
          tokenOf(ctx.session ?? ''),
          initiatorOf(ctx),
        )
        .finally(ctx.forgetCallers),
    ),
});

const registrant = (ctx: { caller: Caller; session?: string | undefined }) => ({
  id: personOf(ctx),
  session: ctx.session ?? '',
});
