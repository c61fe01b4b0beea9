import type { Role } from '@plant-store/schema';

/** What each role is called. */
export const roleNames: Record<Role, string> = { owner: 'Owner', clerk: 'Clerk', viewer: 'Viewer' };

/** What each role may do, for the one who will have it. */
export const roleTexts: Record<Role, string> = {
  owner: 'As an owner you run the store: its plants, its people and its tokens.',
  clerk: 'As a clerk you add, change, delete and import plants.',
  viewer: 'As a viewer you see the plants, and change none.',
};

/** The same for the one who gives it. */
export const roleRights: Record<Role, string> = {
  owner: 'Runs the store: plants, people, tokens and the audit log',
  clerk: 'Adds, changes, deletes and imports plants',
  viewer: 'Sees the plants',
};
