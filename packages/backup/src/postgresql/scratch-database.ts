import { randomUUID } from 'node:crypto';
import { type Address, StartError } from '@plant-store/engine';
import {
  assertCommits,
  describe,
  serverFaultKind,
  withClient,
  withDatabase,
} from '@plant-store/engine/postgresql/connection';
import type { Client } from 'pg';

export const prefix = 'plant_store_scratch_';

/** Drops the database after `use`, unless `then` renames it; before, those of killed processes. */
export async function withScratchDatabase<T>(
  client: Client,
  address: Address,
  use: (name: string) => Promise<T>,
  then: (name: string) => Promise<void> = async () => undefined,
): Promise<T> {
  await assertCommits(client);
  await removeLeftovers(client);
  const name = `${prefix}${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE DATABASE "${name}" TEMPLATE template0 ENCODING 'UTF8'`).catch((cause) => {
    throw serverFaultKind(cause) === 'forbidden' ? mayNotCreate(client, address, cause) : cause;
  });
  try {
    // The open connection shows that the database is in use.
    const result = await withClient(withDatabase(address, name), () => use(name));
    await then(name);
    return result;
  } finally {
    // A failure must not replace the outcome: the next command drops what is left.
    await client.query(`DROP DATABASE IF EXISTS "${name}"`).catch(() => undefined);
  }
}

const mayNotCreate = ({ user }: Client, address: Address, cause: unknown) =>
  new StartError(
    `${describe(address)}: a backup is tried out in a database of its own, and "${user}" may not create one; have an administrator run ALTER ROLE "${user}" CREATEDB, then try again.`,
    { cause },
  );

async function removeLeftovers(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS "name" FROM pg_database WHERE starts_with(datname, $1)
     AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pg_stat_activity.datname = pg_database.datname)`,
    [prefix],
  );
  for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS "${name}"`).catch(() => undefined);
}

export const serverVersion = async (client: Client): Promise<number> =>
  Number((await client.query('SHOW server_version_num')).rows[0].server_version_num);
