import type { AnyTRPCProcedure } from '@trpc/server';
import { invitations } from './accounts/invitations.ts';
import { passkeys } from './accounts/passkeys.ts';
import { people } from './accounts/people.ts';
import { session } from './accounts/session.ts';
import { activity } from './activity/activity.ts';
import { audit } from './audit/audit.ts';
import { quick } from './base/call.ts';
import { router } from './base/trpc.ts';
import { listEvents } from './events/list-events.ts';
import { getStatistics } from './lists/counts.ts';
import { listNames, listTags } from './lists/spellings.ts';
import { plants } from './plants/plants.ts';
import { receipts } from './receipts/receipts.ts';
import { tokens } from './tokens/tokens.ts';
import { trash } from './trash/trash.ts';
import { webhooks } from './webhooks/webhooks.ts';

export const appRouter = router({
  activity,
  audit,
  events: {
    list: listEvents,
  },
  invitations,
  passkeys,
  names: {
    list: listNames,
  },
  people,
  plants,
  receipts,
  session,
  statistics: {
    get: getStatistics,
  },
  tags: {
    list: listTags,
  },
  tokens,
  trash,
  webhooks,
});
export type AppRouter = typeof appRouter;

/** Every procedure by its path, such as `plants.create`. In the type of the router the procedures form a tree. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

for (const [path, procedure] of Object.entries(procedures)) {
  const { meta, middlewares } = procedure._def as unknown as {
    meta: { trustsOutput?: boolean } | undefined;
    middlewares: { _type?: string }[];
  };
  // Rows of the store are not parsed again: zod took a third of the time of a list, and one bad row of another program
  // would fail the whole list with 500. The schema of the output stays for the types and for the document.
  if (meta?.trustsOutput)
    middlewares.splice(0, middlewares.length, ...middlewares.filter(({ _type }) => _type !== 'output'));
  procedures[path] = quick(procedure);
}
