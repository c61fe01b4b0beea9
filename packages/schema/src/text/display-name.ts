import { singleLine } from './single-line.ts';

/**
 * A display name: it has a visible character, and no character that changes the direction of surrounding text (Unicode
 * Standard Annex #9, section 2). Joiners are allowed, as words of several scripts contain joiners.
 */
export const displayName = (max: number) =>
  singleLine(max)
    .refine(
      (text) => !/(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u.test(text),
      {
        error: 'must not contain invisible characters',
      },
    )
    .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'must have a letter or a digit' });
