import type { Client } from 'pg';
import { asOptionError, StartError } from '../core/start-error.ts';
import { placeOf } from '../postgresql/connection/address.ts';
import { connect } from '../postgresql/connection/client.ts';
import { prepareDatabase } from '../postgresql/schema/preparation.ts';

/** The oldest version with all features. YugabyteDB reports this version. */
const oldest = 11;

/** The location in a URL that was given with --to. @throws StartError for an invalid URL */
export function targetPlace(url: string): string {
  try {
    return placeOf(url);
  } catch (cause) {
    throw asOptionError(cause);
  }
}

/**
 * Connects to the database at `url`, and creates the tables of this version. @throws StartError if the database belongs
 * to another program or its server is too old
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
    throw asOptionError(cause);
  }
}

async function assertSupported(client: Client) {
  const { rows } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS "version"`,
  );
  const version = rows[0]?.version ?? '';
  if (isSupported(version)) return;
  throw new StartError(`--to: the server is PostgreSQL ${version}; use version ${oldest} or later.`);
}

export const isSupported = (version: string): boolean => Number.parseInt(version, 10) >= oldest;
