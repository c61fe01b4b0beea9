import { people, invitations as store } from '@plant-store/db';
import { Invitation, NewInvitation, NewPerson, Password, Person } from '@plant-store/schema';
import { z } from 'zod';
import type { Whose } from '../../auth/passwords/guessable-password.ts';
import type { Context } from '../../context/context.ts';
import { initiatorOf } from '../base/idempotency.ts';
import { publicProcedure, requireScope, router } from '../base/trpc.ts';

const Code = z.object({ code: z.string() });

const Made = z.object({ invitation: Invitation, code: z.string() });

/** Links with which a person creates an account, or chooses a new password for an existing one. */
export const invitations = router({
  list: requireScope('admin')
    .output(z.array(Invitation))
    .query(({ ctx }) => store.list(ctx.db)),

  create: requireScope('admin')
    .input(NewInvitation)
    .output(Made)
    .mutation(({ ctx, input }) => store.create(ctx.db, input, initiatorOf(ctx))),

  createForPassword: requireScope('admin')
    .input(z.object({ personId: z.uuid({ error: 'must be the id of a person' }) }))
    .output(Made)
    .mutation(({ ctx, input }) => store.createPasswordReset(ctx.db, input.personId, initiatorOf(ctx))),

  remove: requireScope('admin')
    .input(z.object({ id: z.uuid({ error: 'must be the id of an invitation' }) }))
    .mutation(({ ctx, input }) => store.revoke(ctx.db, input.id, initiatorOf(ctx))),

  find: publicProcedure
    .input(Code)
    .output(Invitation)
    .query(({ ctx, input }) => assertOpen(ctx, input.code)),

  accept: publicProcedure
    .input(Code.extend(NewPerson.shape))
    .output(Person)
    .mutation(({ ctx, input: { code, password, ...person } }) =>
      use(ctx, code, { ...person, password }, (passwordHash) =>
        store.accept(ctx.db, code, { ...person, passwordHash }, ctx.source()),
      ),
    ),

  acceptPassword: publicProcedure
    .input(Code.extend({ password: Password }))
    .output(Person)
    .mutation(({ ctx, input: { code, password } }) =>
      use(ctx, code, { password }, (passwordHash) =>
        store.resetPassword(ctx.db, code, passwordHash, ctx.source()).finally(ctx.forgetCallers),
      ),
    ),
});

/** An invented code costs no password hash. Attempts are limited, as each answer tells whether an account exists. */
const use = <Result>(
  ctx: Context,
  code: string,
  { password, ...person }: Whose & { password: string },
  accept: (passwordHash: string) => Promise<Result>,
) =>
  ctx.auth.guarded(code, ctx.signInSource(), async () => {
    const { personId } = await assertOpen(ctx, code);
    // A link for a new password belongs to an existing account.
    const whose = personId === undefined ? person : await people.find(ctx.db, personId);
    return accept(await ctx.auth.hashChosenPassword(password, whose ?? person));
  });

async function assertOpen({ db }: Context, code: string) {
  const invitation = await store.find(db, code);
  if (!invitation) throw store.invitationNotFound();
  return invitation;
}
