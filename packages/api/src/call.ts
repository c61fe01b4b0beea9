import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import type { Context } from './context.ts';

type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError };
/** What a middleware may change of the call for those after it. */
type Changes = Partial<Pick<Call, 'ctx' | 'input' | 'getRawInput'>>;
type Call = { ctx: object; input: unknown; getRawInput(): Promise<unknown> };
type Middleware = {
  (call: Call & { next(changes?: Changes): Promise<Result> }): Promise<Result>;
  /** `output` for the one that parses the output. */
  _type?: string;
};

/**
 * Calls a procedure as tRPC's own `callTRPCProcedure` does: through each of its middlewares, which parse the input and
 * the output as well. That one copies every object on the way property descriptor by property descriptor, which takes
 * more time than the rest of a request (docs/decisions/0009-fast-edge.md). An output that its procedure trusts is not
 * parsed: zod took a third of the time of a list, and would answer 500 to all of it for one row that another program wrote.
 * @throws TRPCError
 */
export async function call(
  procedure: AnyTRPCProcedure,
  { path, ctx, input }: { path: string; ctx: Context; input: unknown },
): Promise<unknown> {
  const { meta, type, middlewares } = procedure._def as unknown as {
    meta: { trustsOutput?: boolean } | undefined;
    type: string;
    middlewares: Middleware[];
  };
  const constant = { path, type, meta, signal: undefined, batchIndex: 0 };
  const step = async (index: number, now: Call): Promise<Result> => {
    const middleware = middlewares[index] as Middleware;
    if (meta?.trustsOutput && middleware._type === 'output') return step(index + 1, now);
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
