import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plain } from './answers.mjs';

export const usage = `Usage: npm run doctor -- URL --token-file FILE [--read-only]

Plays the clauses of the contract against the API at URL, through all that stands before it, and prints a line for each
that fails. It adds plants with random ids and removes them again; with --read-only it writes nothing. The exit code is
0 if every clause is kept, 1 if one fails, and 2 if the doctor could not do its work.`;

/** Why the doctor cannot do its work. */
export class Trouble extends Error {}

/** The words of the command; `undefined` for help. @throws Trouble */
export function optionsOf(words) {
  let parsed;
  try {
    const options = {
      'token-file': { type: 'string' },
      'read-only': { type: 'boolean' },
      help: { type: 'boolean' },
    };
    parsed = parseArgs({ args: words, allowPositionals: true, options });
  } catch (cause) {
    throw new Trouble(`${cause.message}\n\n${usage}`);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  const [address, surplus] = positionals;
  if (address === undefined) throw new Trouble(`Give the address of the API.\n\n${usage}`);
  if (surplus !== undefined) throw new Trouble(`"${plain(surplus)}" is one word too many.\n\n${usage}`);
  if (values['token-file'] === undefined)
    throw new Trouble(`Give a file with a token of the store: --token-file FILE.\n\n${usage}`);
  return {
    ...addressOf(address),
    token: tokenOf(values['token-file']),
    isReadOnly: values['read-only'] ?? false,
  };
}

function addressOf(text) {
  const origin = URL.canParse(text) ? new URL(text) : undefined;
  if (!origin || !/^https?:$/.test(origin.protocol))
    throw new Trouble(`The address must begin with http:// or https://; "${plain(text)}" was given.`);
  const surplus = [
    [origin.username || origin.password, 'a user or password'],
    [/\?/.test(text), 'a query string'],
    [/#/.test(text), 'a part after #'],
  ].find(([isThere]) => isThere);
  // It is not repeated, as it may have a secret.
  if (surplus)
    throw new Trouble(`The address must not have ${surplus[1]}; the token comes from --token-file.`);
  return { origin, base: origin.pathname.replace(/\/+$/, '') };
}

function tokenOf(path) {
  let token;
  try {
    token = readFileSync(path, 'utf8').trim();
  } catch ({ code }) {
    throw new Trouble(`The token file "${plain(path)}" cannot be read (${code}).`);
  }
  if (token === '') throw new Trouble(`The token file "${plain(path)}" is empty.`);
  if (!/^[!-~]+$/.test(token))
    throw new Trouble(`The token file "${plain(path)}" must have one token and no more.`);
  return token;
}
