import { plants as store } from '@plant-store/db';
import { PlantId } from '@plant-store/schema';
import { z } from 'zod';
import { initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { checkOf, ifMatch } from './preconditions.ts';

export const removePlant = rest
  .delete('plants:delete', '/plants/{id}', {
    operationId: 'deletePlant',
    summary: 'Delete a plant',
    description: 'Moves the plant to the trash, where it can be restored for 30 days.',
    success: 'The plant is in the trash.',
    problems: ['notFound', 'preconditionFailed', 'preconditionRequired'],
    requestHeaders: ifMatch,
  })
  .input(PlantId)
  .output(z.void())
  .mutation(({ ctx, input }) => store.remove(ctx.db, input.id, initiatorOf(ctx), checkOf(ctx)));
