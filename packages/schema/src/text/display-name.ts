import * as z from 'zod/mini';
import { invisible } from './characters.ts';
import { singleLine } from './single-line.ts';

/** All invisible characters but the plain space and the joiners, as words of several scripts contain joiners. */
const unwanted = new RegExp(`(?![ \\u200c\\u200d])[${invisible}]`, 'u');

export const displayName = (max: number) =>
  singleLine(max).check(
    z.refine((text) => !unwanted.test(text), { error: 'must not contain invisible characters' }),
    z.refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'must have a letter or a digit' }),
  );
