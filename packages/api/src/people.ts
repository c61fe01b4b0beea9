import { people as store } from '@plant-store/db';
import { NewPerson, Person, Role } from '@plant-store/schema';
import { z } from 'zod';
import { can, open, router } from './trpc.ts';

const Id = z.object({ id: z.uuid({ error: 'must be the id of a person' }) });

/** Who may sign in with a password. */
export const people = router({
  /** Whether anybody has an account; a store that is new is waiting for its owner. */
  hasAny: open.output(z.boolean()).query(({ ctx }) => store.hasAny(ctx.db)),

  /** Makes the account of the first owner: for who holds a token that may do everything. */
  createOwner: can('admin')
    .input(NewPerson)
    .output(Person)
    .mutation(async ({ ctx, input: { password, ...person } }) =>
      store.createOwner(ctx.db, { ...person, passwordHash: await ctx.auth.hashPassword(password) }),
    ),

  list: can('admin')
    .output(z.array(Person))
    .query(({ ctx }) => store.list(ctx.db)),

  setRole: can('admin')
    .input(Id.extend({ role: Role }))
    .output(Person)
    .mutation(({ ctx, input }) => store.setRole(ctx.db, input.id, input.role)),

  deactivate: can('admin')
    .input(Id)
    .output(Person)
    .mutation(({ ctx, input }) => store.deactivate(ctx.db, input.id)),

  reactivate: can('admin')
    .input(Id)
    .output(Person)
    .mutation(({ ctx, input }) => store.reactivate(ctx.db, input.id)),
});
