import * as z from 'zod';
import { Actor } from '../accounts/actor.ts';
import { Int64 } from '../values/int64.ts';
import { PageQuery } from '../values/page-query.ts';
import { Moment, Time } from '../values/time.ts';
import { auditAbout, auditSearchMaxLength, topics } from './audit-topics.ts';

export const AuditEntry = z
  .object({
    number: Int64.check(z.meta({ description: 'The number of the entry; the first is 1, without gaps.' })),
    at: Time,
    // Any text, as an unknown action of another version must not hide the other entries.
    action: z.string().meta({ description: 'What was done.', examples: ['tokens.revoke'] }),
    by: Actor.extend({
      id: Int64.check(z.meta({ description: 'The id of the token or person in the log.' })),
      email: z.string().optional().meta({ description: 'The present e-mail address of the person.' }),
    })
      .optional()
      .meta({
        description:
          'The actor; absent for an unknown caller, and for actions of commands and of the store itself.',
      }),
    subject: z
      .string()
      .optional()
      .meta({
        description:
          'The object of the action: the id of a plant, `receipt` and its id, or the name of a token or person with the rights they got. For a webhook: its URL, and why it went off. For a sign-in: its method. For a restore: the time of the backup. For a promotion: host, port and database.',
        examples: ['till'],
      }),
    requestId: z.string().optional().meta({ description: 'The `X-Request-Id` of the request.' }),
    address: z
      .string()
      .optional()
      .meta({
        description: 'The network address of the request; for the token command, `npm run token`.',
        examples: ['192.0.2.7'],
      }),
    hash: z.string().meta({
      description: 'SHA-256, in hex, of the entry and the hash of the previous entry.',
      examples: ['2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
    }),
  })
  .meta({ id: 'AuditEntry', description: 'A write, or an event that concerns access rights.' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilter = z.object({
  about: z
    .enum(auditAbout, {
      error: `must be one of ${topics.join(', ')}, or one action of them, such as tokens.revoke`,
    })
    .meta({ description: 'Only entries of this topic or action.' })
    .optional(),
  q: z
    .string()
    .refine((text) => [...text].length <= auditSearchMaxLength, {
      error: `must be at most ${auditSearchMaxLength} characters`,
    })
    .meta({
      override: { type: 'string', maxLength: auditSearchMaxLength },
      description:
        'Only entries that contain each of these words in the name or e-mail address of the actor, the action, the subject, the address or the request id; the letters a to z in any case. Digits alone match the id of a plant or receipt, a hash matches the hash of the entry.',
    })
    .optional(),
  since: Moment.meta({
    description:
      'Only entries from this time on: a day, which begins at midnight UTC, or a time with its zone.',
    examples: ['2026-01-31'],
  }).optional(),
  until: Moment.meta({
    description: 'Only entries before this time.',
    examples: ['2026-02-01T08:00:00Z'],
  }).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditQuery = z.object({ ...AuditFilter.shape, ...PageQuery.shape });
