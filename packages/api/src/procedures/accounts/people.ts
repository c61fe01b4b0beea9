import { startCodes, people as store } from '@plant-store/db';
import { isAllowed, NewPerson, Person, Role, StoreError } from '@plant-store/schema';
import { z } from 'zod';
import { initiatorOf } from '../base/idempotency.ts';
import { publicProcedure, requireScope, router } from '../base/trpc.ts';

const Id = z.object({ id: z.uuid({ error: 'must be the id of a person' }) });

export const people = router({
  hasOwner: publicProcedure.output(z.boolean()).query(({ ctx }) => store.hasOwner(ctx.db)),

  /** Everybody learns the path in a store without an owner, and owners later. */
  firstTokenFile: publicProcedure.output(z.string().nullable()).query(async ({ ctx }) => {
    const { caller } = ctx;
    const isOwner = !(caller instanceof StoreError) && isAllowed(caller.scopes, 'admin');
    return isOwner || !(await store.hasOwner(ctx.db)) ? (ctx.firstTokenFile() ?? null) : null;
  }),

  createOwner: requireScope('admin')
    .input(NewPerson)
    .output(Person)
    .mutation(async ({ ctx, input: { password, ...person } }) => {
      const passwordHash = await ctx.auth.hashChosenPassword(password, person);
      return store.createOwner(ctx.db, { ...person, passwordHash }, initiatorOf(ctx));
    }),

  createOwnerByLink: publicProcedure
    .input(NewPerson.extend({ code: z.string() }))
    .output(Person)
    .mutation(({ ctx, input: { code, password, ...person } }) =>
      // All codes share one limit, as each guess is another code.
      ctx.auth.guarded('start link', ctx.signInSource(), async () => {
        await startCodes.assertOpen(ctx.db, code);
        const passwordHash = await ctx.auth.hashChosenPassword(password, person);
        return startCodes.createOwner(ctx.db, code, { ...person, passwordHash }, { source: ctx.source() });
      }),
    ),

  list: requireScope('admin')
    .output(z.array(Person))
    .query(({ ctx }) => store.list(ctx.db)),

  setRole: requireScope('admin')
    .input(Id.extend({ role: Role }))
    .output(Person)
    .mutation(({ ctx, input }) =>
      store.setRole(ctx.db, input.id, input.role, initiatorOf(ctx)).finally(ctx.forgetCallers),
    ),

  deactivate: requireScope('admin')
    .input(Id)
    .output(Person)
    .mutation(({ ctx, input }) =>
      store.deactivate(ctx.db, input.id, initiatorOf(ctx)).finally(ctx.forgetCallers),
    ),

  reactivate: requireScope('admin')
    .input(Id)
    .output(Person)
    .mutation(({ ctx, input }) => store.reactivate(ctx.db, input.id, initiatorOf(ctx))),
});
