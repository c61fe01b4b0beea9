import type { AnyTRPCProcedure } from '@trpc/server';
import { audit } from './audit.ts';
import { invitations } from './invitations.ts';
import { passkeys } from './passkeys.ts';
import { people } from './people.ts';
import { plants } from './plants.ts';
import { receipts } from './receipts.ts';
import { session } from './session.ts';
import { statistics } from './statistics.ts';
import { tags } from './tags.ts';
import { tokens } from './tokens.ts';
import { trash } from './trash.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  audit,
  invitations,
  passkeys,
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

/** Every procedure by its path, such as `plants.create`; the router's own type tells of the tree they were made from. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
