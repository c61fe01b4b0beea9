import { plantHistory } from '@plant-store/db';
import { HistoryQuery, PlantChange, StoreError } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { rest } from '../base/rest.ts';
import { page } from '../base/trpc.ts';

export const listHistory = rest
  .get('plants:read', '/plants/{id}/history', {
    operationId: 'listPlantChanges',
    summary: 'Read the history of a plant',
    description:
      'All changes of the plant with actor and time, newest first; also for a deleted plant in the trash.',
    success: 'Changes, newest first.',
    problems: ['notFound'],
    isPaged: true,
  })
  .input(HistoryQuery)
  .output(page(PlantChange))
  .query(async ({ ctx, input: { id, limit, cursor } }) => {
    const [before] = numbersOfCursor('history', cursor, 1);
    const { changes, next } = await plantHistory.list(ctx.db, id, { limit, before });
    if (changes.length === 0 && before === undefined)
      throw new StoreError('notFound', `no plant, also none in the trash, has the id ${id}`);
    return {
      items: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
      nextCursor: cursorOfNumbers('history', [next]),
    };
  });
