// Pages use it too, without a schema.

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
    'respellTags',
  ],
  tokens: ['create', 'rotate', 'revoke', 'restore'],
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
  webhooks: ['create', 'switchOn', 'switchOff', 'retry', 'remove'],
  sessions: ['signIn', 'signOut', 'signOutEverywhere'],
  store: ['restore', 'promote', 'cancelPromotion', 'goBack'],
  refusals: ['signIn', 'unknownToken', 'endedToken', 'scope'],
} as const;

type Topics = typeof auditTopics;
export type AuditTopic = keyof Topics;
export type AuditAction = { [Topic in AuditTopic]: `${Topic}.${Topics[Topic][number]}` }[AuditTopic];

export const topics = Object.keys(auditTopics) as AuditTopic[];
export const auditAbout = topics.flatMap((topic) => [
  topic,
  ...auditTopics[topic].map((name) => `${topic}.${name}`),
]) as [AuditAbout, ...AuditAbout[]];
export type AuditAbout = AuditTopic | AuditAction;

export const auditSearchMaxLength = 200;
