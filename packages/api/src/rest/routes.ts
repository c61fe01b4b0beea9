import type { Scope } from '@plant-store/schema';
import type { AnyTRPCProcedure } from '@trpc/server';
import type { z } from 'zod';
import type { RestMeta } from '../procedures/base/rest-meta.ts';
import { procedures } from '../procedures/router.ts';

export type RestRoute = RestMeta & {
  scope: Scope;
  /** The procedure's path in the router, such as `plants.create`. */
  name: string;
  procedure: AnyTRPCProcedure;
  /** The fields of the procedure's input. */
  shape: Record<string, z.ZodType>;
  /** The component of the document that describes the input, if it has a name. */
  inputName: string | undefined;
};

/** All procedures with a REST route. */
export const restRoutes: RestRoute[] = Object.entries(procedures).flatMap(([name, procedure]) => {
  const { _def } = procedure;
  const meta = _def.meta as (RestMeta & { scope: Scope }) | undefined;
  if (!meta?.openapi) return [];
  const [input] = (_def as unknown as { inputs: z.ZodObject[] }).inputs;
  if (!input) throw new Error(`${name} has a REST route and no input; give it one of z.object`);
  return [{ ...meta, name, procedure, shape: input.shape, inputName: input.meta()?.id }];
});
