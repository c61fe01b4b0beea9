import { resolve } from 'node:path';

/** The path in a `file:` URL, or the cause to refuse the URL, with a remedy. An empty cause is for `parseSettings`. */
export type DatabaseFile = { path: string; cause?: undefined } | { cause: string };

/** Parameters of Prisma that change nothing here: one thread writes to the file, and its waits have fixed limits. */
const harmless = ['connection_limit', 'pool_timeout', 'socket_timeout'];

/**
 * Reads a `file:` URL as Prisma documents it, relative to `folder`. A mistake in it would otherwise be a part of the
 * name, and the start would make a new empty store there.
 */
export function databaseFile(url: string, folder: string): DatabaseFile {
  const [, address = '', query = ''] = /^file:([^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  const cause = pathProblem(address) ?? queryProblem(query);
  if (cause !== undefined) return { cause };
  // An absolute path may have an empty name of a machine before it: file:///srv/plants.db.
  return { path: resolve(folder, address.replace(/^\/\/(?=\/)/, '')) };
}

const isWindows = process.platform === 'win32';

function pathProblem(address: string): string | undefined {
  if (/["\p{C}]|^['`]|['`]$/u.test(address)) return '';
  if (/^\s/.test(address)) return 'remove the white space after file:';
  if (!isWindows && /^\/*[a-z]:/i.test(address))
    return 'this system is not Windows and has no drives: write a path such as /srv/data/plants.db';
  if (!isWindows && address.includes('\\')) return 'write / in place of each backslash';
  if (/^\/\/[^/]/.test(address))
    return 'the part after // would be another machine: write file:///folder/plants.db or file:./folder/plants.db';
  if (address.includes(':memory:')) return 'a store in memory would lose its plants: name a file';
  const [end] = /[;,]$/.exec(address) ?? [];
  if (end) return `remove the ${end} at its end`;
  if (/(^|\/)\.{0,2}$/.test(address)) return 'this is a folder: add the name of a file';
  if (/(^|\/)(~|\$|%[a-z]+%)/i.test(address))
    return 'no ~ and no variable is replaced here: write the whole path';
  const [encoded] = /%[\da-f]{2}/i.exec(address) ?? [];
  if (encoded) return `write the character itself in place of ${encoded}`;
  return address.includes('#') ? 'no # may be in the path: choose another name' : undefined;
}

function queryProblem(query: string): string | undefined {
  const unknown = [...new URLSearchParams(query).keys()].find((name) => !harmless.includes(name));
  return unknown === undefined ? undefined : `remove the parameter ${JSON.stringify(unknown)}`;
}
