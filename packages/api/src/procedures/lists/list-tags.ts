import { plants as store } from '@plant-store/db';
import { TagCount, TagQuery, tagLimitMax } from '@plant-store/schema';
import { z } from 'zod';
import { readByOf } from '../base/read-by.ts';
import { rest } from '../base/rest.ts';

export const listTags = rest
  .get('plants:read', '/tags', {
    operationId: 'listTags',
    summary: 'List and find tags',
    description: 'Tags in use with the number of their plants, most used first.',
    success: 'Tags, most used first.',
  })
  .input(TagQuery)
  .output(z.array(TagCount).max(tagLimitMax))
  .query(({ ctx, input }) => store.tags(ctx.db, input, readByOf(ctx)));
