import * as z from 'zod';
import { limitMax } from './limits.ts';

export const limitDefault = 50;

export const PageQuery = z.object({
  limit: limitOf(limitMax, limitDefault, 'items'),
  cursor: z
    .string({ error: 'must be text: the cursor from the Link header of a page' })
    // `meta` is on the string itself, as the document ignores its wrapper's.
    .meta({
      description:
        'The start of the page: from the `Link: rel="next"` header of the previous page with the same filter and sort.',
      override: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
    })
    .optional(),
});

/** The page size. Its messages have no grouped digits, which would load all of ICU at each start. */
export function limitOf(max: number, usual: number, what: string) {
  const error = `must be a whole number from 1 to ${max}`;
  return z
    .int({ error })
    .min(1, { error })
    .max(max, { error })
    .default(usual)
    .meta({ description: `The maximum number of ${what}, 1 to ${max}.`, examples: [20] });
}
