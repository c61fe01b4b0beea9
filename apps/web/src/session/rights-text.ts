import type { Scope } from '@plant-store/schema';

const words: Record<Scope, string> = {
  'plants:read': 'see plants',
  'plants:write': 'add and change them',
  'plants:delete': 'delete them',
  imports: 'import files',
  tokens: 'make and end tokens',
  admin: 'do everything',
};

const list = new Intl.ListFormat('en');

/** What somebody with these scopes may do: `see plants and add and change them`. */
export const rightsText = (scopes: readonly Scope[]): string =>
  scopes.includes('admin') ? words.admin : list.format(scopes.map((scope) => words[scope]));
