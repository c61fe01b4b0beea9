import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import type { Context } from '../context/context.ts';

type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError };
/** The fields of a call that a middleware may change for the next middleware. */
type Changes = Partial<Pick<Call, 'ctx' | 'input' | 'getRawInput'>>;
type Call = { ctx: object; input: unknown; getRawInput(): Promise<unknown> };
type Middleware = (call: Call & { next(changes?: Changes): Promise<Result> }) => Promise<Result>;

/**
 * Calls a procedure like tRPC's `callTRPCProcedure`: through its middlewares, which also parse input and output. tRPC's
 * function copies every object by property descriptors, which takes more time than the rest of a request
 * (docs/decisions/0009-fast-edge.md).
 * @throws TRPCError
 */
export async function callProcedure(
  procedure: AnyTRPCProcedure,
  { path, ctx, input }: { path: string; ctx: Context; input: unknown },
): Promise<unknown> {
  const { meta, type, middlewares } = procedure._def as unknown as {
    meta: object | undefined;
    type: string;
    middlewares: Middleware[];
  };
  const constant = { path, type, meta, signal: undefined, batchIndex: 0 };
  const step = async (index: number, now: Call): Promise<Result> => {
    const middleware = middlewares[index] as Middleware;
    const next = (changes?: Changes) =>
      step(index + 1, {
        ctx: changes?.ctx ? { ...now.ctx, ...changes.ctx } : now.ctx,
        input: changes && 'input' in changes ? changes.input : now.input,
        getRawInput: changes?.getRawInput ?? now.getRawInput,
      });
    try {
      return await middleware({ ...constant, ...now, next });
    } catch (cause) {
      return { ok: false, error: getTRPCErrorFromUnknown(cause) };
    }
  };
  const result = await step(0, { ctx, input: undefined, getRawInput: async () => input });
  if (!result.ok) throw result.error;
  return result.data;
}
