import { Client } from 'pg';
import { StartError } from '../start-error.ts';
import { cannotOpen } from './cannot-open.ts';
import { connectionTo } from './pool.ts';
import { prepareDatabase } from './prepare.ts';

/** The oldest that has all that the statements of the store need; YugabyteDB calls itself so. */
const oldest = 11;

/** What a server, a database or a role may have otherwise: this takes as long as it takes, and reads times as text. */
const session = `
  SET statement_timeout = 0;
  SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET datestyle = 'ISO, YMD'`;

/**
 * Where an address leads, as far as anybody may know: host, port and database, without user and password.
 * @throws StartError when it cannot be used as an address.
 */
export function placeOf(url: string): string {
  try {
    const { host, port, database } = new Client(url);
    return `${host}:${port}/${database}`;
  } catch (cause) {
    throw ofOption(cannotOpen(cause, undefined));
  }
}

/**
 * Connects to the database at `url`, in which the tables of the store are then there, of this version.
 * @throws StartError when it cannot be reached, is of another program, or is too old.
 */
export async function openTarget(url: string): Promise<Client> {
  try {
    await prepareDatabase(url);
  } catch (cause) {
    throw ofOption(cause);
  }
  const client = new Client({ ...connectionTo(url), application_name: 'plant-store promote' });
  // What breaks the connection fails the statement that is under way.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(session);
  const { rows } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS "version"`,
  );
  const version = rows[0]?.version ?? '';
  if (isSupported(version)) return client;
  await client.end();
  throw new StartError(`--to: the server is PostgreSQL ${version}; take one of version ${oldest} or later.`);
}

/** Whether the store runs on a server of this version. */
export const isSupported = (version: string): boolean => Number.parseInt(version, 10) >= oldest;

/** The same of what was typed and not of the setting. */
const ofOption = (cause: unknown): unknown =>
  cause instanceof StartError
    ? new StartError(cause.message.replace(/^DATABASE_URL: /, '--to: '), { cause })
    : cause;

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
