import type { Role } from '@plant-store/schema';
import type { ReactNode } from 'react';
import { phrase } from '../../ui/text/phrase.ts';

const roleNames: Record<Role, string> = { owner: 'Owner', clerk: 'Clerk', viewer: 'Viewer' };

/** The permissions of a role, for the owner who chooses the role. */
const roleRights: Record<Role, string> = {
  owner: 'Runs the store: plants, people, tokens and the audit log',
  clerk: 'Adds, changes, deletes and imports plants',
  viewer: 'Sees the plants',
};

const withArticle = (role: Role) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${roleNames[role].toLowerCase()}`;

/** All texts of the page of people and invitations. A `name` is already isolated for bidirectional text. */
export const texts = {
  title: 'People',
  notAllowed: {
    title: 'Only owners can manage people',
    text: 'Ask an owner to invite someone or to change an account.',
  },
  roles: {
    label: 'Role',
    names: roleNames,
    /** The permissions of a role, for the person with the role. */
    own: {
      owner: 'As an owner you run the store: its plants, its people and its tokens.',
      clerk: 'As a clerk you add, change, delete and import plants.',
      viewer: 'As a viewer you see the plants, but change none.',
    } satisfies Record<Role, string>,
    rights: roleRights,
    nameWithRights: (role: Role) => `${roleNames[role]}: ${roleRights[role].toLowerCase()}`,
  },
  columns: {
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    signedIn: 'Last sign-in',
    state: 'State',
    actions: 'Actions',
  },
  self: '(you)',
  neverSignedIn: 'Never',
  active: 'Active',
  deactivated: (when: ReactNode) => phrase`Deactivated ${when}`,
  empty: { title: 'No accounts yet', text: 'Sign out to create the owner account.' },
  menu: {
    change: 'Change',
    changeNamed: (name: string) => `Change the account of ${name}`,
    makeRole: (role: Role) => `Make ${roleNames[role].toLowerCase()}`,
    password: 'Link for a new password…',
    deactivate: 'Deactivate',
    reactivate: 'Reactivate',
    onlyOwner: 'The store has no other owner. Make someone else an owner first.',
  },
  done: {
    role: (name: string, role: Role) => `${name} is now ${withArticle(role)}`,
    roleFailed: (name: string, role: Role) => `${name} is still ${withArticle(role)}.`,
    deactivated: (name: string) => `${name} is deactivated and signed out everywhere`,
    deactivateFailed: (name: string) => `${name} was not deactivated.`,
    reactivated: (name: string) => `${name} can sign in again`,
    reactivateFailed: (name: string) => `${name} was not reactivated.`,
    takenBack: (name: string) => `The link for ${name} no longer works`,
    takeBackFailed: (name: string) => `The link for ${name} still works.`,
  },
  links: {
    invitedBy: (name: ReactNode) => phrase`Link from ${name}`,
    open: (until: ReactNode) => phrase`Open until ${until}`,
    newPassword: 'New password',
    takeBack: 'Take back',
    takingBack: 'Taking back…',
    takeBackNamed: (note: string) => `Take back the link for ${note}`,
  },
  invite: {
    title: 'Invite somebody',
    text: 'You get a link to send or show to them. It works once, for 48 hours.',
    note: 'Who is it for?',
    theNote: 'This',
    passwordTitle: (name: ReactNode) => phrase`A new password for ${name}`,
    passwordText:
      'Whoever opens the link can choose a new password and is signed in as this person. It works once, for 48 hours. The old password works until then.',
    act: 'Make a link',
    acting: 'Making a link…',
    noAnswer:
      'The store did not answer, but may have made the link. If the link is in the list, take it back; then make a new one.',
  },
  link: {
    title: (note: ReactNode) => phrase`The link for ${note}`,
    account: (until: ReactNode) =>
      phrase`Send it only to them: the first person to use it gets the account. You see it only now. It works until ${until}.`,
    password: (name: ReactNode, until: ReactNode) =>
      phrase`Send it only to them: the first person to use it can sign in as ${name}. You see it only now. It works until ${until}.`,
    thisComputer: phrase`This link works only on this computer. To invite others, open the store at its network address first: set ${<code>{'HOST=0.0.0.0'}</code>} in the file ${<code>{'.env'}</code>}, start the store again, and make the link at the address of this computer.`,
    label: 'Link',
    copy: 'Copy link',
    done: 'Done',
    qrCode: 'The link as a QR code',
  },
};
