import * as z from 'zod/mini';
import { control, direction, invisible, singleLineProblem, storedLine } from './characters.ts';

const allowed = `[^${control}${direction}]`;

// As an ECMA-262 pattern with the flag `u`. It refuses tabs and line breaks at the ends, which `singleLine` trims.
const singleLinePattern = `^${allowed}*[^${control}${invisible}]${allowed}*$`;
/** The pattern of a stored line. An earlier version also stored lines that `singleLine` refuses. */
const oldLinePattern = String.raw`^[^${control}]*[^\s\ufeff${control}][^${control}]*$`;
export const singleLineOrBlankPattern = `^[^${control}]*$`;

/**
 * One line of text, in the form of `normalize`, with 1 to `max` characters (code points, as JSON Schema counts them) in
 * that form. It has a visible character, no control characters, none that change the direction of text, and no lone
 * surrogates, which cannot be stored as UTF-8.
 */
export function singleLine(max: number, normalize = storedLine, about: z.core.GlobalMeta = {}) {
  const accepted = `1 to ${max} characters`;
  return z
    .string({
      error: ({ input }) =>
        input === undefined ? `is missing; give ${accepted}` : `must be text of ${accepted}`,
    })
    .check(z.overwrite(normalize), (ctx) => {
      const problem = singleLineProblem(ctx.value, max);
      if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value });
    })
    .register(z.globalRegistry, {
      ...about,
      override: { type: 'string', minLength: 1, maxLength: max, pattern: singleLinePattern },
    });
}

/** A line of text that is stored, also by an earlier version. It is given as it is. */
export const oldLine = (max: number, about: z.core.GlobalMeta) =>
  z.string().register(z.globalRegistry, {
    ...about,
    override: { type: 'string', minLength: 1, maxLength: max, pattern: oldLinePattern },
  });
