import { plants as store } from '@plant-store/db';
import { NameQuery, nameLimitMax, TagCount, TagQuery, tagLimitMax } from '@plant-store/schema';
import { z } from 'zod';
import { readByOf } from '../base/read-by.ts';
import { rest } from '../base/rest.ts';

export const listNames = rest
  .get('plants:read', '/names', {
    operationId: 'listNames',
    summary: 'Complete a name or tag',
    description:
      'Names or tags in use that begin with this text, most used first. Uses of a name are counted up to 50.',
    success: 'Spellings, most used first.',
  })
  .input(NameQuery)
  .output(z.array(z.string()).max(nameLimitMax))
  .query(({ ctx, input }) => store.spellings(ctx.db, input, readByOf(ctx)));

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
