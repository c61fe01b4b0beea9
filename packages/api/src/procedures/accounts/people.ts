import { startCodes, people as store } from '@plant-store/db';
import { NewPerson, Person, Role } from '@plant-store/schema';
import { z } from 'zod';
import { by } from '../base/idempotency.ts';
import { can, open, router } from '../base/trpc.ts';

const Id = z.object({ id: z.uuid({ error: 'must be the id of a person' }) });

/** People with an account. */
export const people = router({
  /** Whether the store has an owner; a new store has none. */
  hasOwner: open.output(z.boolean()).query(({ ctx }) => store.hasOwner(ctx.db)),

  /** Creates the account of the first owner. It requires a token with the scope `admin`. */
  createOwner: can('admin')
    .input(NewPerson)
    .output(Person)
    .mutation(async ({ ctx, input: { password, ...person } }) => {
      const passwordHash = await ctx.auth.hashChosenPassword(password, person);
      return store.createOwner(ctx.db, { ...person, passwordHash }, by(ctx));
    }),

  /** The same for a person with the one-time code of a start link. */
  createOwnerByLink: open
    .input(NewPerson.extend({ code: z.string() }))
    .output(Person)
    .mutation(({ ctx, input: { code, password, ...person } }) =>
      // One limit for all codes: a guessed code does not get a limit of its own.
      ctx.auth.guarded('start link', ctx.place(), async () => {
        await startCodes.assertOpen(ctx.db, code);
        const passwordHash = await ctx.auth.hashChosenPassword(password, person);
        return startCodes.createOwner(ctx.db, code, { ...person, passwordHash }, { origin: ctx.origin() });
      }),
    ),

  list: can('admin')
    .output(z.array(Person))
    .query(({ ctx }) => store.list(ctx.db)),

  setRole: can('admin')
    .input(Id.extend({ role: Role }))
    .output(Person)
    .mutation(({ ctx, input }) => store.setRole(ctx.db, input.id, input.role, by(ctx))),

  deactivate: can('admin')
    .input(Id)
    .output(Person)
    .mutation(({ ctx, input }) => store.deactivate(ctx.db, input.id, by(ctx))),

  reactivate: can('admin')
    .input(Id)
    .output(Person)
    .mutation(({ ctx, input }) => store.reactivate(ctx.db, input.id, by(ctx))),
});
