import type { Scope } from '@plant-store/schema';
import { onFirstUse } from '../ui/text/on-first-use.ts';
import { texts } from './texts.ts';

const words: Record<Scope, string> = texts.rights;

const list = onFirstUse(() => new Intl.ListFormat('en'));

/** The permissions of these scopes as a text: `see plants and import files`. */
export const rightsText = (scopes: readonly Scope[]): string =>
  scopes.includes('admin') ? words.admin : list().format(scopes.map((scope) => words[scope]));

/** The description of each scope, where a person chooses scopes. */
export const scopeTexts = Object.fromEntries(
  Object.entries(words).map(([scope, text]) => [scope, text.charAt(0).toUpperCase() + text.slice(1)]),
) as Record<Scope, string>;
