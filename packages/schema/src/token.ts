import * as z from 'zod';
import { Scope } from './scope.ts';

/** The name of the token that the setting of this name holds, which follows that and nothing else. */
export const environmentTokenName = 'PLANT_STORE_TOKEN';

/** For how long before its end it is told, to who uses a token, when that is: milliseconds. */
export const tokenEndingMs = 14 * 24 * 60 * 60 * 1000;

/** What a token is called: what is easy to type in a shell, too. */
export const TokenName = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, {
    error:
      'must be 1 to 64 letters, digits, spaces, dots, dashes or underscores, and begin with a letter or a digit',
  })
  .refine((name) => name !== environmentTokenName, {
    error: `must not be ${environmentTokenName}, which is the name of the token in that setting`,
  });

const daysMax = 3_650;

/** For how many days a token works; null for ever. */
const TokenDays = z
  .int({ error: `must be a whole number of days from 1 to ${daysMax}, or null for no end` })
  .min(1, { error: `must be 1 to ${daysMax} days, or null for no end` })
  .max(daysMax, { error: `must be 1 to ${daysMax} days, or null for no end` })
  .nullable()
  .default(90);

/** A token to make. */
export const NewToken = z.object({
  name: TokenName,
  scopes: z.array(Scope).min(1, { error: 'must have one scope at least' }),
  days: TokenDays,
});
export type NewToken = z.infer<typeof NewToken>;

const hoursMax = 24 * 30;

/** Another value for a token, and for how many hours the one that it has works too. */
export const TokenRotation = z.object({
  id: z.uuid({ error: 'must be the id of a token' }),
  overlapHours: z
    .int({ error: `must be a whole number of hours from 0 to ${hoursMax}` })
    .min(0, { error: `must be 0 to ${hoursMax} hours` })
    .max(hoursMax, { error: `must be 0 to ${hoursMax} hours` })
    .default(24),
  days: TokenDays,
});

/** A token as it is known afterwards: all but its value. */
export const Token = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(Scope),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  /** When and from which address it was used last, to the minute. */
  lastUsedAt: z.date().nullable(),
  lastUsedFrom: z.string().nullable(),
  /** Until when the value that it had before works too, if it was rotated. */
  previousUntil: z.date().nullable(),
});
export type Token = z.infer<typeof Token>;
