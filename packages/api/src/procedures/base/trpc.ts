import { limitMax, type Scope, StoreError } from '@plant-store/schema';
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { ZodError, z } from 'zod';
import { authorize } from '../../auth/permission.ts';
import type { Context } from '../../context/context.ts';
import { shapeOf, toStoreError, toTrpcError } from '../../http/errors.ts';
import type { RestMeta } from './rest-meta.ts';

/** The REST edge checks `scope` before a body is read. `trustsOutput`: rows of the store are not parsed (router.ts). */
type Meta = Partial<RestMeta> & { scope?: Scope; isPublic?: boolean; trustsOutput?: boolean };

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: {
      input: { serialize: superjson.serialize, deserialize: deserializeInput },
      output: superjson,
    },
    errorFormatter: ({ shape, error }) => shapeOf(shape, error),
    isDev: false,
  });

export const { router } = t;

/** Gives every error its code, for tRPC and REST, and reports it to the tracer and the audit log. */
const reportedProcedure = t.procedure.use(async ({ ctx, path, next, getRawInput }) => {
  const traced = ctx.startProcedureSpan?.(path);
  const result = await (traced ? next({ ctx: { db: traced.db } }) : next());
  if (result.ok) {
    traced?.end();
    return result;
  }
  // The input of an unknown caller is not read, not even for the error message.
  const input = result.error.cause instanceof ZodError ? await getRawInput() : undefined;
  const error = toStoreError(result.error, input);
  traced?.end(error);
  ctx.logRefusal(error, path);
  throw toTrpcError(error);
});

export const publicProcedure = reportedProcedure.meta({ isPublic: true }).use(({ ctx, next }) => {
  if (ctx.caller instanceof StoreError && ctx.caller.code === 'tooManyRequests') throw ctx.caller;
  return next();
});

export const authenticatedProcedure = reportedProcedure.use(({ ctx, next }) =>
  next({ ctx: { caller: authorize(ctx) } }),
);

/** A procedure for callers with the scope. */
export const requireScope = (scope: Scope) =>
  reportedProcedure.meta({ scope }).use(({ ctx, next }) => next({ ctx: { caller: authorize(ctx, scope) } }));

/** A page of at most `limitMax` items, and the next cursor. Over REST: the array, and a `Link: rel="next"` header. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(limitMax), nextCursor: z.string().optional() });

/** Deserializes input in superjson's format, which names types. It refuses all but the simple types. */
function deserializeInput(data: Parameters<typeof superjson.deserialize>[0]) {
  try {
    if (data.meta?.values && !hasPlainTypes(data.meta.values)) throw new TypeError('an unsupported type');
    return superjson.deserialize(data);
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', message: 'the input is not valid superjson', cause });
  }
}

/** superjson constructs types with two names: a typed array allocates gigabytes for `{"length":1000000000}`. */
const hasPlainTypes = (tree: object): boolean =>
  Array.isArray(tree)
    ? typeof tree[0] === 'string' && (tree[1] === undefined || hasPlainTypes(tree[1]))
    : Object.values(tree).every(hasPlainTypes);
