import { plants as store } from '@plant-store/db';
import { Statistics } from '@plant-store/schema';
import { z } from 'zod';
import { rest } from '../base/rest-meta.ts';
import { requireScope, router } from '../base/trpc.ts';

export const statistics = router({
  get: requireScope('plants:read')
    .meta(
      rest.get('/statistics', {
        operationId: 'getStatistics',
        summary: 'The store in numbers',
        description: 'How many plants there are, by tag and by the week in which they were added.',
        success: 'The numbers, as they are now.',
      }),
    )
    .input(z.object({}))
    .output(Statistics)
    .query(({ ctx }) => store.statistics(ctx.db)),
});
