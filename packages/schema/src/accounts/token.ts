import * as z from 'zod';
import { Scope } from './scope.ts';

/** The name of the token whose value comes from the setting PLANT_STORE_TOKEN. Only the setting changes this token. */
export const environmentTokenName = 'PLANT_STORE_TOKEN';

export const tokenEndingMs = 14 * 24 * 60 * 60 * 1000;

export const TokenName = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, {
    error:
      'must be 1 to 64 letters, digits, spaces, dots, dashes or underscores, and begin with a letter or a digit',
  })
  .refine((name) => name !== environmentTokenName, {
    error: `must not be ${environmentTokenName}, the name of the token from that setting`,
  });

const daysMax = 3_650;

/** Null means that it never expires. */
const TokenDays = z
  .int({ error: `must be a whole number of days from 1 to ${daysMax}, or null for no expiry` })
  .min(1, { error: `must be 1 to ${daysMax} days, or null for no expiry` })
  .max(daysMax, { error: `must be 1 to ${daysMax} days, or null for no expiry` })
  .nullable()
  .default(90);

export const NewToken = z.object({
  name: TokenName,
  scopes: z.array(Scope).min(1, { error: 'must have at least one scope' }),
  days: TokenDays,
});
export type NewToken = z.infer<typeof NewToken>;

const hoursMax = 24 * 30;

/** A rotated token gets a new value; the old one stays valid for `overlapHours`. */
export const TokenRotation = z.object({
  id: z.uuid({ error: 'must be the id of a token' }),
  overlapHours: z
    .int({ error: `must be a whole number of hours from 0 to ${hoursMax}` })
    .min(0, { error: `must be 0 to ${hoursMax} hours` })
    .max(hoursMax, { error: `must be 0 to ${hoursMax} hours` })
    .default(24),
  days: TokenDays,
});

export const Token = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(Scope),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  lastUsedFrom: z.string().nullable(),
  previousUntil: z.date().nullable(),
});
export type Token = z.infer<typeof Token>;
