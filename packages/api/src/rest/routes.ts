import type { Scope } from '@plant-store/schema';
import type { AnyTRPCProcedure } from '@trpc/server';
import type { z } from 'zod';
import type { Context } from '../context/context.ts';
import type { RestMeta } from '../procedures/base/rest-meta.ts';
import { procedures } from '../procedures/router.ts';

export type RestRoute = RestMeta & {
  scope: Scope;
  /** The procedure's path in the router, such as `plants.create`. */
  name: string;
  procedure: AnyTRPCProcedure;
  input: z.ZodObject<Record<string, z.ZodType>>;
  /** Whether it answers with a list as a file. */
  isFile?: boolean;
};

export const restRoutes: RestRoute[] = Object.entries(procedures).flatMap(([name, procedure]) => {
  const { _def } = procedure;
  const meta = _def.meta as (RestMeta & { scope: Scope }) | undefined;
  if (!meta?.openapi) return [];
  const [input] = (_def as unknown as { inputs: RestRoute['input'][] }).inputs;
  if (!input) throw new Error(`${name} has a REST route and no input; give it one of z.object`);
  return [{ ...meta, name, procedure, input }];
});

/** The addresses of lists as files. With two types for one address, generated clients do not know which one they get. */
export const fileRoutes: RestRoute[] = restRoutes.flatMap((route) => {
  const { openapi, exported } = route;
  if (!exported) return [];
  const { operationId, summary } = exported;
  const path: `/${string}` = `${openapi.path}/export`;
  return [{ ...route, isFile: true, openapi: { ...openapi, path, operationId, summary } }];
});

/** Calls the procedure of a route, which checks the input. */
export function call({ procedure, name: path }: RestRoute, ctx: Context, input: unknown): Promise<unknown> {
  const { type } = procedure._def;
  return procedure({ path, type, ctx, getRawInput: async () => input, signal: undefined, batchIndex: 0 });
}
