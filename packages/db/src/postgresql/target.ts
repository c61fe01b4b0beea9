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
