import * as z from 'zod/mini';
import { bareId } from '../text/bare-id.ts';
import { invisibleIn } from '../text/characters.ts';
import { Int64Text } from './int64.ts';

/** As people and spreadsheets write it: `bareId` in decimal digits. */
export const IdText = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const bare = bareId(text);
    const { data, error } = Int64Text.safeParse(bare);
    if (data !== undefined) return data;
    const [{ message = '' } = {}] = error?.issues ?? [];
    const unseen = invisibleIn(text.trim());
    // A text of nothing but invisible characters is not empty for the person who entered it.
    const problem = bare === '' && unseen !== '' ? 'must be a whole number, such as 42' : message;
    issues.push({ code: 'custom', message: problem + unseen, input: text });
    return z.NEVER;
  }),
);
