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
  input: z.ZodObject<Record<string, z.ZodType>>;
};

export const restRoutes: RestRoute[] = Object.entries(procedures).flatMap(([name, procedure]) => {
  const { _def } = procedure;
  const meta = _def.meta as (RestMeta & { scope: Scope }) | undefined;
  if (!meta?.openapi) return [];
  const [input] = (_def as unknown as { inputs: RestRoute['input'][] }).inputs;
  if (!input) throw new Error(`${name} has a REST route and no input; give it one of z.object`);
  return [{ ...meta, name, procedure, input }];
});
