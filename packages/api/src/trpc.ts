import { limitMax, type Scope, StoreError } from '@plant-store/schema';
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { ZodError, z } from 'zod';
import { permit } from './access/permit.ts';
import type { Context } from './context.ts';
import { shapeOf, toStoreError, toTrpcError } from './errors.ts';
import type { RestMeta } from './rest/rest-meta.ts';

/**
 * `scope` is what the caller must hold, which the REST edge asks for before it reads a body; `isOpen` is whether nobody
 * needs to be known. `trustsOutput`: the output is made of rows of the store, and is answered without a parse (call.ts).
 */
type Meta = Partial<RestMeta> & { scope?: Scope; isOpen?: boolean; trustsOutput?: boolean };

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

/** The one place where what went wrong gets its code, for tRPC and REST alike; and where tracer and audit log hear of it. */
const told = t.procedure.use(async ({ ctx, path, next, getRawInput }) => {
  const traced = ctx.beginProcedure?.(path);
  const result = await (traced ? next({ ctx: { db: traced.db } }) : next());
  if (result.ok) {
    traced?.end();
    return result;
  }
  // What a stranger sent is not read, not even to say what was wrong with it.
  const input = result.error.cause instanceof ZodError ? await getRawInput() : undefined;
  const error = toStoreError(result.error, input);
  traced?.end(error);
  ctx.noteRefusal(error, path);
  throw toTrpcError(error);
});

/** A procedure for everybody, also for who has no account yet. */
export const open = told.meta({ isOpen: true }).use(({ ctx, next }) => {
  if (ctx.caller instanceof StoreError && ctx.caller.code === 'tooManyRequests') throw ctx.caller;
  return next();
});

/** A procedure for whoever is known, whatever they may do. */
export const known = told.use(({ ctx, next }) => next({ ctx: { caller: permit(ctx.caller) } }));

/** A procedure for callers who have the scope. */
export const can = (scope: Scope) =>
  told.meta({ scope }).use(({ ctx, next }) => next({ ctx: { caller: permit(ctx.caller, scope) } }));

/** Part of a list of at most `limitMax` items, and the cursor of what follows it. Over REST: the array, and a `Link: rel="next"` header. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(limitMax), nextCursor: z.string().optional() });

/** What a caller sent in superjson's notation, which names types that the text then may not hold. */
function deserializeInput(data: Parameters<typeof superjson.deserialize>[0]) {
  try {
    if (data.meta?.values && !hasPlainTypes(data.meta.values))
      throw new TypeError('a type that no input has');
    return superjson.deserialize(data);
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', message: 'the input is not in superjson notation', cause });
  }
}

/**
 * Whether all types in superjson's tree of them are named by one word, such as `bigint`. Those named by two are made
 * by their constructors, and that of a typed array takes gigabytes for `{"length":1000000000}`.
 */
const hasPlainTypes = (tree: object): boolean =>
  Array.isArray(tree)
    ? typeof tree[0] === 'string' && (tree[1] === undefined || hasPlainTypes(tree[1]))
    : Object.values(tree).every(hasPlainTypes);
