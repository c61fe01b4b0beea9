import type { AnyTRPCProcedure } from '@trpc/server';
import { invitations } from './access/invitations.ts';
import { passkeys } from './access/passkeys.ts';
import { people } from './access/people.ts';
import { session } from './access/session.ts';
import { tokens } from './access/tokens.ts';
import { audit } from './audit/audit.ts';
import { names } from './catalogue/names.ts';
import { plants } from './catalogue/plants.ts';
import { receipts } from './catalogue/receipts.ts';
import { statistics } from './catalogue/statistics.ts';
import { tags } from './catalogue/tags.ts';
import { trash } from './catalogue/trash.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  audit,
  invitations,
  passkeys,
  names,
  people,
  plants,
  receipts,
  session,
  statistics,
  tags,
  tokens,
  trash,
});
export type AppRouter = typeof appRouter;

/** Every procedure by its path, such as `plants.create`. The type of the router has them as a tree. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
