import * as z from 'zod';
import { bareId } from '../text/bare-id.ts';
import { invisibleIn } from '../text/characters.ts';
import { Int64Text } from './int64.ts';

/** As people and spreadsheets write it: `bareId` in decimal digits. */
export const IdText = z.string().transform((text, ctx) => {
  const bare = bareId(text);
  const { data, error } = Int64Text.safeParse(bare);
  if (data !== undefined) return data;
  const [{ message = '' } = {}] = error?.issues ?? [];
  const unseen = invisibleIn(text.trim());
  // A text of nothing but invisible characters is not empty for the person who entered it.
  const problem = bare === '' && unseen !== '' ? 'must be a whole number, such as 42' : message;
  ctx.addIssue({ code: 'custom', message: problem + unseen });
  return z.NEVER;
});
