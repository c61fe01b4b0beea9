import type { AuditAction, AuditTopic } from '@plant-store/schema';

/** What each topic is called where one is chosen. */
export const topicNames: Record<AuditTopic, string> = {
  plants: 'Plants',
  tokens: 'Access tokens',
  people: 'People and passwords',
  sessions: 'Sign-ins',
  store: 'Restoring and moving',
  refusals: 'Refusals',
};

const texts: Record<AuditAction, string> = {
  'plants.create': 'Plant added',
  'plants.replace': 'Plant replaced',
  'plants.update': 'Plant changed',
  'plants.delete': 'Plant deleted',
  'plants.restore': 'Plant restored',
  'plants.createMany': 'Plants added together',
  'plants.updateMany': 'Plants changed together',
  'plants.deleteMany': 'Plants deleted together',
  'plants.import': 'Plants imported',
  'plants.undo': 'Receipt undone',
  'plants.purge': 'Trash emptied after 30 days',
  'tokens.create': 'Token made',
  'tokens.rotate': 'Token rotated',
  'tokens.revoke': 'Token revoked',
  'people.createOwner': 'Owner account made',
  'people.invite': 'Somebody invited',
  'people.inviteForPassword': 'Link for a new password made',
  'people.takeBackInvitation': 'Link taken back',
  'people.join': 'Account made by invitation',
  'people.setRole': 'Role changed',
  'people.deactivate': 'Account deactivated',
  'people.reactivate': 'Account let in again',
  'people.changePassword': 'Password changed',
  'people.resetPassword': 'Password chosen anew by a link',
  'people.addPasskey': 'Passkey added',
  'people.removePasskey': 'Passkey removed',
  'sessions.signIn': 'Signed in',
  'sessions.signOut': 'Signed out',
  'sessions.signOutEverywhere': 'Signed out everywhere',
  'store.restore': 'Store set back to a backup',
  'store.promote': 'Store moved to PostgreSQL',
  'store.cancelPromotion': 'Move to PostgreSQL cancelled',
  'store.goBack': 'Move to PostgreSQL taken back',
  'refusals.signIn': 'Sign-in refused',
  'refusals.unknownToken': 'Unknown token refused',
  'refusals.endedToken': 'Token that has ended refused',
  'refusals.scope': 'Refused for want of rights',
};

/** What was done, in words that begin a sentence; of what this version does not know, its name. */
export const actionText = (action: string): string =>
  Object.hasOwn(texts, action) ? texts[action as AuditAction] : action;
