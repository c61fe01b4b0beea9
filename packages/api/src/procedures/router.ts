import type { AnyTRPCProcedure } from '@trpc/server';
import { invitations } from './accounts/invitations.ts';
import { passkeys } from './accounts/passkeys.ts';
import { people } from './accounts/people.ts';
import { session } from './accounts/session.ts';
import { activity } from './activity/activity.ts';
import { audit } from './audit/audit.ts';
import { quick } from './base/call.ts';
import { router } from './base/trpc.ts';
import { createPlants } from './bulk/create-plants.ts';
import { removePlants } from './bulk/remove-plants.ts';
import { updatePlants } from './bulk/update-plants.ts';
import { listEvents } from './events/list-events.ts';
import { countPlants } from './lists/count-plants.ts';
import { getStatistics } from './lists/get-statistics.ts';
import { listNames } from './lists/list-names.ts';
import { listPlants } from './lists/list-plants.ts';
import { listTags } from './lists/list-tags.ts';
import { createPlant } from './plants/create-plant.ts';
import { findPlant } from './plants/find-plant.ts';
import { freeIds } from './plants/free-ids.ts';
import { getPlant } from './plants/get-plant.ts';
import { getPlants } from './plants/get-plants.ts';
import { listHistory } from './plants/list-history.ts';
import { removePlant } from './plants/remove-plant.ts';
import { replacePlant } from './plants/replace-plant.ts';
import { updatePlant } from './plants/update-plant.ts';
import { getReceipt } from './receipts/get-receipt.ts';
import { listReceipts } from './receipts/list-receipts.ts';
import { undoReceipt } from './receipts/undo-receipt.ts';
import { createToken } from './tokens/create-token.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { revokeToken } from './tokens/revoke-token.ts';
import { rotateToken } from './tokens/rotate-token.ts';
import { listTrash } from './trash/list-trash.ts';
import { restorePlant } from './trash/restore-plant.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { removeWebhook } from './webhooks/remove-webhook.ts';

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
  plants: {
    create: createPlant,
    get: getPlant,
    getMany: getPlants,
    list: listPlants,
    count: countPlants,
    replace: replacePlant,
    update: updatePlant,
    remove: removePlant,
    history: listHistory,
    createMany: createPlants,
    updateMany: updatePlants,
    removeMany: removePlants,
    find: findPlant,
    freeIds,
  },
  receipts: {
    list: listReceipts,
    get: getReceipt,
    undo: undoReceipt,
  },
  session,
  statistics: {
    get: getStatistics,
  },
  tags: {
    list: listTags,
  },
  tokens: {
    list: listTokens,
    create: createToken,
    rotate: rotateToken,
    revoke: revokeToken,
  },
  trash: {
    list: listTrash,
    restore: restorePlant,
  },
  webhooks: {
    list: listWebhooks,
    create: createWebhook,
    remove: removeWebhook,
  },
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
