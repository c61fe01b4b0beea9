import type { Scope } from '@plant-store/schema';
import type { AnyTRPCProcedure } from '@trpc/server';
import type { RestMeta } from '../procedures/base/rest-meta.ts';
import { procedures } from '../procedures/router.ts';

export type RestRoute = RestMeta & {
  scope: Scope;
  /** The procedure's path in the router, such as `plants.create`. */
  name: string;
  procedure: AnyTRPCProcedure;
  /** The component of the document that describes the input, if it has a name. */
  inputName: string | undefined;
};

/** All procedures with a REST route. */
export const restRoutes: RestRoute[] = Object.entries(procedures).flatMap(([name, procedure]) => {
  const { _def } = procedure;
  const meta = _def.meta as (RestMeta & { scope: Scope }) | undefined;
  if (!meta?.openapi) return [];
  const { inputs } = _def as unknown as { inputs: { meta?(): { id?: string } | undefined }[] };
  return [{ ...meta, name, procedure, inputName: inputs[0]?.meta?.()?.id }];
});
