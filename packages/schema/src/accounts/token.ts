import * as z from 'zod';
import { DateTime, idOf } from '../values/formats.ts';
import { refusing } from '../values/known-keys.ts';
import { scopes } from './permission.ts';
import { Scope } from './scope.ts';

/** The name of the token whose value comes from the setting PLANT_STORE_TOKEN. Only the setting changes this token. */
export const environmentTokenName = 'PLANT_STORE_TOKEN';

const acceptedName = {
  error:
    'must be 1 to 64 letters, digits, spaces, dots, dashes or underscores, and begin with a letter or a digit',
};

export const TokenName = z
  .string(acceptedName)
  .trim()
  .normalize('NFC')
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,63}$/u, acceptedName)
  .refine((name) => name !== environmentTokenName, {
    error: `must not be ${environmentTokenName}, the name of the token from that setting`,
  })
  .meta({ description: 'The name in the audit log and in the history.', examples: ['till'] });

const daysMax = 3_650;
export const tokenDaysDefault = 90;

const acceptedDays = { error: `must be a whole number of days from 1 to ${daysMax}, or null for no expiry` };

const TokenDays = z
  .int(acceptedDays)
  .min(1, acceptedDays)
  .max(daysMax, acceptedDays)
  .nullable()
  .optional()
  .meta({
    description: `The days until the value expires, 1 to ${daysMax}; null for no expiry. A token that expires gives others no later expiry than its own, and renews itself for at most ${tokenDaysDefault} days. Without it, ${tokenDaysDefault} days, or until the latest moment that the caller may give.`,
    default: tokenDaysDefault,
    examples: [30],
  });

const acceptedScopes = { error: `must be an array of at least one scope: ${scopes.join(', ')}` };

export const NewToken = z
  .strictObject(
    {
      name: TokenName,
      scopes: z
        .array(Scope, acceptedScopes)
        .min(1, acceptedScopes)
        .meta({ description: 'Its scopes, which the caller must have too; `admin` includes all others.' }),
      days: TokenDays,
    },
    { error: refusing('is not a known key; give name, scopes and days') },
  )
  .meta({
    id: 'NewToken',
    description: 'A token to make. Unknown keys are refused.',
    examples: [{ name: 'till', scopes: ['plants:write'], days: 90 }],
  });
export type NewToken = z.infer<typeof NewToken>;

const hoursMax = 24 * 30;
export const overlapHoursDefault = 24;
const acceptedHours = { error: `must be a whole number of hours from 0 to ${hoursMax}` };

/** A rotated token gets a new value; the old one stays valid for `overlapHours`. */
export const TokenRotation = z
  .strictObject(
    {
      overlapHours: z
        .int(acceptedHours)
        .min(0, acceptedHours)
        .max(hoursMax, acceptedHours)
        .optional()
        .meta({
          description: `The hours for which the old value works too, 0 to ${hoursMax}. Without it, ${overlapHoursDefault} hours.`,
          default: overlapHoursDefault,
          examples: [2],
        }),
      days: TokenDays,
    },
    { error: refusing('is not a known key; give overlapHours and days') },
  )
  .meta({
    id: 'TokenRotation',
    description: 'The new value of a token. Unknown keys are refused.',
  });

export const TokenId = idOf('token');

const moment = (description: string) => DateTime.nullable().meta({ description });

export const Token = z
  .object({
    ...TokenId.shape,
    name: z.string(),
    scopes: z.array(Scope),
    createdAt: DateTime,
    expiresAt: moment('When its value expires; null for no expiry.'),
    revokedAt: moment('When it was revoked; null if it was not.'),
    lastUsedAt: moment('When it was last used, to the minute; null if it was not.'),
    lastUsedFrom: z.string().nullable().meta({ description: 'The network address of its last use.' }),
    previousUntil: moment('The end of the value before the last rotation; null without a rotation.'),
  })
  .meta({ id: 'Token', description: 'A token of a program, without its value.' });
export type Token = z.infer<typeof Token>;

/** A repeat of a request has `message` in place of `value`: the store cannot know a value again. */
export const IssuedToken = Token.extend({
  value: z
    .string()
    .optional()
    .meta({ description: 'Its new value, for `Authorization: Bearer`. No other answer has it.' }),
  message: z
    .string()
    .optional()
    .meta({ description: 'In the answer to a repeat, in place of the value: how to get another value.' }),
}).meta({ id: 'IssuedToken', description: 'A token with its new value.' });
export type IssuedToken = z.infer<typeof IssuedToken>;
