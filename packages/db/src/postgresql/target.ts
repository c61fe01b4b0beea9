import type { Client } from 'pg';
import { ofOption, StartError } from '../start-error.ts';
import { placeOf } from './address.ts';
import { connect } from './client.ts';
import { prepareDatabase } from './prepare.ts';

/** The oldest that has all that the statements of the store need; YugabyteDB calls itself so. */
const oldest = 11;

/** Where the address given with --to leads. @throws StartError when it cannot be used as an address */
export function targetOf(url: string): string {
  try {
    return placeOf(url);
  } catch (cause) {
    throw ofOption(cause);
  }
}

/**
 * Connects to the database at `url`, in which the tables of the store are then there, of this version.
 * @throws StartError when it cannot be reached, is of another program, or is too old.
 */
export async function openTarget(url: string): Promise<Client> {
  let client: Client | undefined;
  try {
    client = await connect(url, 'plant-store promote');
    await assertSupported(client);
    await prepareDatabase(url);
    return client;
  } catch (cause) {
    await client?.end();
    throw ofOption(cause);
  }
}

async function assertSupported(client: Client) {
  const { rows } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS "version"`,
  );
  const version = rows[0]?.version ?? '';
  if (isSupported(version)) return;
  throw new StartError(`--to: the server is PostgreSQL ${version}; take one of version ${oldest} or later.`);
}

/** Whether the store runs on a server of this version. */
export const isSupported = (version: string): boolean => Number.parseInt(version, 10) >= oldest;

/** PostgreSQL's error codes (its manual, appendix A), and Node's, by their beginnings. */
const causes: [beginning: RegExp, why: string][] = [
  [/^53100/, 'its disk is full; free some space there, then run this again'],
  [/^(08|57P|ECONN|EPIPE|ETIMEDOUT)/, 'the connection broke; run this again when the server can be reached'],
  [/^42501/, 'its user may not do that; give it the rights of an owner'],
  [/^25006/, 'it is read-only, as a standby is; name the one that takes writes'],
  [
    /^23505/,
    'another program stores rows in it at the same time; take an empty database that nothing runs on',
  ],
  [/^22/, 'it cannot hold a value of the store'],
];

/** What the target's server, or the way to it, has against it, in a sentence; or nothing. */
export function targetFaultOf(cause: unknown, place: string): string | undefined {
  const { code, message } = cause as { code?: unknown; message?: string };
  const text = typeof code === 'string' ? code : '';
  if (/^SQLITE/.test(text)) return undefined;
  const known = causes.find(([beginning]) => beginning.test(text))?.[1];
  if (known) return `Copying to ${place} failed: ${known} (${text}: ${message}).`;
  if (/^Connection terminated|^Client (?:was closed|has encountered)/.test(message ?? ''))
    return `Copying to ${place} failed: the connection broke; run this again when the server can be reached.`;
  return /^[0-9A-Z]{5}$/.test(text) ? `Copying to ${place} failed (${text}: ${message}).` : undefined;
}
