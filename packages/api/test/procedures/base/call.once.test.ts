import { callTRPCProcedure, initTRPC, TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { quick } from '../../../src/procedures/base/call.ts';

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
      const call = {
        path,
        type: theirs.router._def.procedures[path]._def.type,
        ctx: { own: true },
        getRawInput: async () => input,
        signal: undefined,
        batchIndex: 0,
      };
      const expected = await outcome(callTRPCProcedure({ router: theirs.router, ...call }));
      ours.router._def.procedures[path] = quick(ours.router._def.procedures[path]) as never;
      const actual = await outcome(callTRPCProcedure({ router: ours.router, ...call }));
      expect(actual).toEqual(expected);
      expect(ours.seen).toEqual(theirs.seen);
    }
  },
);
