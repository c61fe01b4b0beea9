import { callTRPCProcedure, initTRPC, TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Context } from '../../src/context/context.ts';
import { callProcedure } from '../../src/rest/call.ts';

type Seen = { by: string; asked: Record<string, unknown> };

/** A router whose middlewares record everything they receive, in order. */
function noting() {
  const seen: Seen[] = [];
  const note = (by: string, asked: object) => {
    // The first parts are unused by procedures; the others are new for each middleware.
    const { router, next, getRawInput, ...rest } = asked as Record<string, unknown>;
    seen.push({ by, asked: rest });
  };
  const t = initTRPC.context<{ own: boolean }>().meta<{ about: string }>().create();
  const procedure = t.procedure
    .meta({ about: 'everything' })
    .use((asked) => {
      note('first', asked);
      return asked.next({ ctx: { first: true } });
    })
    .input(z.object({ id: z.number().default(3) }))
    .use(async (asked) => {
      note('second', asked);
      return asked.next({ ctx: { raw: await asked.getRawInput() } });
    })
    .use(({ next }) => next({ getRawInput: async () => ({ name: 'x' }) }))
    .input(z.object({ name: z.string() }))
    .output(z.object({ id: z.number() }));
  const router = t.router({
    answers: procedure.query((asked) => {
      note('resolver', asked);
      return { id: asked.input.id, name: asked.input.name };
    }),
    throws: procedure.mutation(() => {
      throw new TypeError('not a number');
    }),
    refuses: procedure.query(() => {
      throw new TRPCError({ code: 'CONFLICT', message: 'taken' });
    }),
    answersNonsense: procedure.query(() => ({ id: 'x' as never })),
    mends: t.procedure
      .use(async ({ next }) => {
        const result = await next();
        if (!result.ok) throw new TRPCError({ code: 'NOT_FOUND', cause: result.error });
        return result;
      })
      .query(() => {
        throw new RangeError('nothing there');
      }),
  });
  return { router, seen };
}

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (data) => ({ data }),
    ({ code, message, cause }: TRPCError) => ({ code, message, cause: String(cause) }),
  );

test.for(['answers', 'throws', 'refuses', 'answersNonsense', 'mends'] as const)(
  "a procedure that %s has the same input and output as with tRPC's own call",
  async (path) => {
    for (const input of [{ id: 7 }, {}, undefined, { id: 'x' }]) {
      const [ours, theirs] = [noting(), noting()];
      const procedure = theirs.router._def.procedures[path];
      const expected = await outcome(
        callTRPCProcedure({
          router: theirs.router,
          path,
          type: procedure._def.type,
          ctx: { own: true },
          getRawInput: async () => input,
          signal: undefined,
          batchIndex: 0,
        }),
      );
      const ctx = { own: true } as unknown as Context;
      const actual = await outcome(callProcedure(ours.router._def.procedures[path], { path, ctx, input }));
      expect(actual).toEqual(expected);
      expect(ours.seen).toEqual(theirs.seen);
    }
  },
);
