import * as z from 'zod';
import { bareId } from '../text/bare-id.ts';
import { invisibleIn } from '../text/characters.ts';
import { Int64Text } from './int64.ts';

/** An id as people and spreadsheets write it, in a form field or a cell: `bareId` in decimal digits. */
export const IdText = z.string().transform((text, ctx) => {
  const { data, error } = Int64Text.safeParse(bareId(text));
  if (data !== undefined) return data;
  const [{ message = '' } = {}] = error?.issues ?? [];
  ctx.addIssue({ code: 'custom', message: message + invisibleIn(text.trim()) });
  return z.NEVER;
});
