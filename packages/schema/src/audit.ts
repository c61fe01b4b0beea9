import { z } from 'zod';
import { Actor, PageQuery } from './history.ts';
import { Int64 } from './int64.ts';
import { Time } from './time.ts';

/** What the log tells of, by what it is about: writes, and what bears on who may do what. */
export const auditTopics = {
  plants: [
    'create',
    'replace',
    'update',
    'delete',
    'restore',
    'createMany',
    'updateMany',
    'deleteMany',
    'import',
    'undo',
    'purge',
  ],
  tokens: ['create', 'rotate', 'revoke'],
  people: [
    'createOwner',
    'invite',
    'inviteForPassword',
    'takeBackInvitation',
    'join',
    'setRole',
    'deactivate',
    'reactivate',
    'changePassword',
    'resetPassword',
    'addPasskey',
    'removePasskey',
  ],
  sessions: ['signIn', 'signOut', 'signOutEverywhere'],
  refusals: ['signIn', 'unknownToken', 'endedToken', 'scope'],
} as const;

type Topics = typeof auditTopics;
export type AuditTopic = keyof Topics;
/** What was done, such as `tokens.revoke`. */
export type AuditAction = { [Topic in AuditTopic]: `${Topic}.${Topics[Topic][number]}` }[AuditTopic];

/** What an entry says that a caller chose, such as a name, is cut to so many characters. */
export const auditSubjectMaxLength = 300;

/** One line of the audit log. */
export const AuditEntry = z
  .object({
    number: Int64.meta({ description: 'Its place in the log; the first is 1, and none is left out.' }),
    at: Time,
    // Not one of those above alone: one that another version writes, or somebody else, does not hide the others.
    action: z.string().meta({ description: 'What was done.', examples: ['tokens.revoke'] }),
    by: Actor.optional().meta({
      description:
        'Who did it; left out where nobody was known, and for what a command or the store itself did.',
    }),
    subject: z
      .string()
      .optional()
      .meta({
        description:
          'What it was done to: the id of a plant, `receipt` and its id, or the name of a token or person, with what they were given; of a sign-in, by what it was.',
        examples: ['till'],
      }),
    requestId: z.string().optional().meta({ description: 'The `X-Request-Id` of the request.' }),
    address: z
      .string()
      .optional()
      .meta({
        description: 'Where the request came from.',
        examples: ['192.0.2.7'],
      }),
    hash: z.string().meta({
      description: 'SHA-256, in hex, over the entry and the hash of the one before.',
      examples: ['2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
    }),
  })
  .meta({ id: 'AuditEntry', description: 'A write, or an event that bears on who may do what.' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditSearchMaxLength = 200;

/** Which entries. */
export const AuditFilter = z.object({
  topic: z
    .enum(Object.keys(auditTopics) as [AuditTopic, ...AuditTopic[]], {
      error: `must be one of ${Object.keys(auditTopics).join(', ')}`,
    })
    .meta({ description: 'Those about this.' })
    .optional(),
  q: z
    .string()
    .max(auditSearchMaxLength, { error: `must be at most ${auditSearchMaxLength} characters` })
    .meta({
      description:
        'Those with this text in the name of who did it, in the action, the subject, the address or the request id; the letters a to z in any case.',
    })
    .optional(),
  since: Time.meta({ description: 'Those from this moment on.' }).optional(),
  until: Time.meta({ description: 'Those before this moment.' }).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** Which entries, and which page of them. */
export const AuditQuery = z.object({ ...AuditFilter.shape, ...PageQuery.shape });
