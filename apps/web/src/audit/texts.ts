import type { AuditAction, AuditTopic } from '@plant-store/schema';
import type { ReactNode } from 'react';
import { numberText } from '../ui/text/number-text.ts';
import { phrase } from '../ui/text/phrase.ts';

const topics: Record<AuditTopic, string> = {
  plants: 'Plants',
  tokens: 'Access tokens',
  people: 'People and passwords',
  webhooks: 'Webhooks',
  sessions: 'Sign-ins',
  store: 'Restoring and moving',
  refusals: 'Refusals',
};

/** The texts of the actions; each begins a sentence. */
const actions: Record<AuditAction, string> = {
  'plants.create': 'Plant added',
  'plants.replace': 'Plant replaced',
  'plants.update': 'Plant changed',
  'plants.delete': 'Plant deleted',
  'plants.restore': 'Plant restored',
  'plants.createMany': 'Plants added in bulk',
  'plants.updateMany': 'Plants changed in bulk',
  'plants.deleteMany': 'Plants deleted in bulk',
  'plants.import': 'Plants imported',
  'plants.undo': 'Bulk change undone',
  'plants.purge': 'Trash emptied after 30 days',
  'plants.respellTags': 'Spaces in tags unified by an upgrade',
  'tokens.create': 'Token created',
  'tokens.rotate': 'Token rotated',
  'tokens.revoke': 'Token revoked',
  'tokens.restore': 'Token works again',
  'people.createOwner': 'Owner account created',
  'people.invite': 'Person invited',
  'people.inviteForPassword': 'Password link created',
  'people.takeBackInvitation': 'Link taken back',
  'people.join': 'Account created by invitation',
  'people.setRole': 'Role changed',
  'people.deactivate': 'Account deactivated',
  'people.reactivate': 'Account reactivated',
  'people.changePassword': 'Password changed',
  'people.resetPassword': 'Password reset by link',
  'people.addPasskey': 'Passkey added',
  'people.removePasskey': 'Passkey removed',
  'webhooks.create': 'Webhook made',
  'webhooks.switchOn': 'Webhook switched on',
  'webhooks.switchOff': 'Webhook went off',
  'webhooks.retry': 'Webhook tried again',
  'webhooks.remove': 'Webhook deleted',
  'sessions.signIn': 'Signed in',
  'sessions.signOut': 'Signed out',
  'sessions.signOutEverywhere': 'Signed out everywhere',
  'store.restore': 'Backup restored',
  'store.promote': 'Store moved to PostgreSQL',
  'store.cancelPromotion': 'Move to PostgreSQL cancelled',
  'store.goBack': 'Move to PostgreSQL reversed',
  'refusals.signIn': 'Sign-in failed',
  'refusals.unknownToken': 'Invalid token',
  'refusals.endedToken': 'Expired or revoked token',
  'refusals.scope': 'Permission denied',
};

export const texts = {
  title: 'Audit log',
  notAllowed: {
    title: 'Only owners can see the audit log',
    text: 'It shows who did what, and from where. Ask an owner if you need an entry.',
  },
  table: 'Entries',
  columns: { when: 'When', who: 'Who', what: 'What', item: 'Item' },
  topics,
  actions,
  filter: {
    label: 'Filter',
    search: 'Search',
    searchHint: 'Name, plant id, address or request',
    about: 'About',
    everything: 'Everything',
    all: (topic: string) => `All: ${topic}`,
    from: 'From',
    to: 'To',
    show: 'Show',
    showAll: 'Show all',
  },
  exportCsv: 'Export as CSV',
  count: (count: number, isMore: boolean) =>
    isMore ? `Latest ${numberText(count)} entries` : count === 1 ? '1 entry' : `${numberText(count)} entries`,
  empty: { title: 'No entries yet', text: 'Changes, sign-ins and refused requests appear here.' },
  noMatch: {
    title: 'No entries match',
    text: 'Try fewer words, another topic or more days.',
    daysExchanged: 'From must be before To.',
  },
  who: {
    token: 'token',
    unknown: 'Unknown user',
    store: 'The store',
    command: 'A command',
    commandOrStore: 'A command or the store',
  },
  item: {
    plant: (id: string) => `Plant ${id}`,
    receipt: 'View in Activity',
    backupOf: (when: ReactNode) => phrase`taken ${when}`,
  },
  details: {
    number: 'Number',
    email: 'E-mail',
    address: 'Address',
    request: 'Request',
    action: 'Action',
  },
  verify: {
    title: 'Verify the log',
    text: 'Each entry has a hash that includes the hash of the entry before it. Keep this command in another place. Run it later in the folder of the store, on the computer that runs it. It reports any entry that was changed, removed or added from outside the store.',
    command: 'Command',
    copy: 'Copy',
  },
};

/** The text of an action, or its code if this version does not know it. */
export const actionText = (action: string): string =>
  Object.hasOwn(texts.actions, action) ? texts.actions[action as AuditAction] : action;
