import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';

type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError };
type Changes = Partial<Pick<Step, 'ctx' | 'input' | 'getRawInput'>>;
type Step = { ctx: unknown; input: unknown; getRawInput(): Promise<unknown> };
type Middleware = (step: Step & { next(changes?: Changes): Promise<Result> }) => Promise<Result>;

type Call = Parameters<AnyTRPCProcedure>[0];

/** tRPC's own call takes more time than the rest of a request; it copies objects (docs/decisions/0009-fast-edge.md). */
export function quick<Procedure extends AnyTRPCProcedure>(procedure: Procedure): Procedure {
  const { meta, middlewares } = procedure._def as unknown as { meta: object; middlewares: Middleware[] };
  const call = async ({ ctx, getRawInput, path, type, signal, batchIndex }: Call): Promise<unknown> => {
    const constant = { path, type, meta, signal, batchIndex };
    const step = async (index: number, now: Step): Promise<Result> => {
      const middleware = middlewares[index] as Middleware;
      const next = (changes?: Changes) =>
        step(index + 1, {
          ctx: changes?.ctx ? { ...(now.ctx as object), ...changes.ctx } : now.ctx,
          input: changes && 'input' in changes ? changes.input : now.input,
          getRawInput: changes?.getRawInput ?? now.getRawInput,
        });
      try {
        return await middleware({ ...constant, ...now, next });
      } catch (cause) {
        return { ok: false, error: getTRPCErrorFromUnknown(cause) };
      }
    };
    const result = await step(0, { ctx, input: undefined, getRawInput });
    if (!result.ok) throw result.error;
    return result.data;
  };
  return Object.assign(call, procedure) as unknown as Procedure;
}
