import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plain } from './answers.mjs';
import { Trouble } from './exchange.mjs';

export const usage = `Usage: npm run doctor -- URL --token-file FILE [--read-only]

Plays the clauses of the contract against the API at URL, through all that stands before it, and prints a line for each
that fails. It adds plants with random ids and removes them again; with --read-only it writes nothing. The exit code is
0 if every clause is kept, 1 if one fails, and 2 if the doctor could not do its work.`;

/** The words of the command; `undefined` for help. @throws Trouble */
export function optionsOf(words) {
  const known = {
    'token-file': { type: 'string' },
    'read-only': { type: 'boolean', default: false },
    help: { type: 'boolean' },
  };
  let parsed;
  try {
    parsed = parseArgs({ args: words, allowPositionals: true, options: known });
  } catch (cause) {
    throw new Trouble(`${cause.message}\n\n${usage}`);
  }
  const { 'token-file': file, 'read-only': isReadOnly, help } = parsed.values;
  if (help) return undefined;
  if (parsed.positionals.length !== 1 || file === undefined)
    throw new Trouble(`Give one address, and a file with a token of the store.\n\n${usage}`);
  const url = urlOf(parsed.positionals[0]);
  return { url, base: new URL(url).pathname.replace(/^\/$/, ''), token: tokenOf(file), isReadOnly };
}

function urlOf(text) {
  const { protocol, origin, pathname, href } = URL.canParse(text) ? new URL(text) : {};
  // It is not repeated, as it may have a secret.
  if (!/^https?:$/.test(protocol) || href !== origin + pathname)
    throw new Trouble(
      'The address must be as https://HOST/PATH, without a user, a query string and a part after #.',
    );
  return href.replace(/\/+$/, '');
}

function tokenOf(path) {
  let token;
  try {
    token = readFileSync(path, 'utf8').trim();
  } catch ({ code }) {
    throw new Trouble(`The token file "${plain(path)}" cannot be read (${code}).`);
  }
  if (!/^[!-~]+$/.test(token))
    throw new Trouble(`The token file "${plain(path)}" must have one token and no more.`);
  return token;
}
