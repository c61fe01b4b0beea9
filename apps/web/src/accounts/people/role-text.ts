import { texts } from './texts.tsx';

export const { names: roleNames, own: roleTexts, rights: roleRights } = texts.roles;
