import { type Address, asOptionError, parseAddress, StartError } from '@plant-store/engine';
import { connect, type Preparation, prepareDatabase } from '@plant-store/engine/postgresql/connection';
import type { Client } from 'pg';

/** The oldest version with all features. YugabyteDB reports this version. */
const oldest = 11;

export function targetOf(url: string): Address {
  try {
    return parseAddress(url);
  } catch (cause) {
    throw asOptionError(cause);
  }
}

/** Connects, and creates the tables. @throws StartError for another program's database or a server that is too old */
export async function openTarget(address: Address, preparation: Preparation): Promise<Client> {
  let client: Client | undefined;
  try {
    client = await connect(address, { name: 'plant-store promote' });
    await assertSupported(client);
    await prepareDatabase(address, preparation, { isNewStore: true });
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
