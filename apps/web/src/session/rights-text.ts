import type { Scope } from '@plant-store/schema';
import { texts } from './texts.ts';

/** What each scope lets somebody do, after "may". */
const words: Record<Scope, string> = texts.rights;

const list = new Intl.ListFormat('en');

/** What somebody with these scopes may do: `see plants and import files`. */
export const rightsText = (scopes: readonly Scope[]): string =>
  scopes.includes('admin') ? words.admin : list.format(scopes.map((scope) => words[scope]));

/** What each scope is for, as a choice. */
export const scopeTexts = Object.fromEntries(
  Object.entries(words).map(([scope, text]) => [scope, text.charAt(0).toUpperCase() + text.slice(1)]),
) as Record<Scope, string>;
