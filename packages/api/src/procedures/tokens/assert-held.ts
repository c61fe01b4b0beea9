import { tokens as store, type Token } from '@plant-store/db';
import type { Scope } from '@plant-store/schema';
import type { Caller } from '../../auth/caller.ts';
import { authorize } from '../../auth/permission.ts';
import type { Context } from '../../context/context.ts';

/** Nobody makes, rotates or revokes a token with more scopes than their own. @throws StoreError `scopeMissing` */
export function assertHeld({ caller }: { caller: Caller }, scopes: readonly Scope[]) {
  for (const scope of scopes) authorize({ caller }, scope);
}

/** A token that the caller may change. @throws StoreError `notFound`, or `scopeMissing` */
export async function ownOrWeaker(ctx: Context & { caller: Caller }, id: string): Promise<Token> {
  const token = await store.get(ctx.db, id);
  assertHeld(ctx, token.scopes);
  return token;
}
